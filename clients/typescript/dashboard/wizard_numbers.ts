// Wizard numbers: what was typed into the fields of the wizard, and numbers as people type them.

export type Values = Readonly<Record<string, string>>;

/** A number as somebody types it: with blanks or commas between thousands, or a comma as the point; NaN for none. */
export function numberOf(text: string): number {
  const plain = text.trim().replace(/[\s\u00a0\u202f]/g, "");
  const bare = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(bare) ? Number(bare) : NaN;
}

/** The number that was typed; null where nothing was. */
export const optional = (text: string | undefined): number | null => (text?.trim() ? numberOf(text) : null);

// Number: what a person typed, as a number; what could be read in two ways is not guessed at.

/** `empty` and `none`: there is no number; `unclear`: it could be thousands or a fraction. */
export type Misread = "empty" | "none" | "unclear";

const FORM = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const THOUSANDS = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g; // Arabic and Persian

/** Read a number in Western or Arabic digits, with a point or a comma. */
export function readNumber(text: string): number | Misread {
  const plain = text
    .trim()
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\u2212/g, "-") // the minus sign of typographers
    .replace(/[\u066b]/g, "."); // the Arabic decimal separator
  if (!plain) return "empty";
  if (THOUSANDS.test(plain) && !text.includes("\u066b")) return "unclear";
  const number = plain.replace(",", ".");
  return FORM.test(number) && number.length <= 64 ? Number(number) : "none";
}

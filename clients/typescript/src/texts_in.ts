// The texts of a survey in a person's language.

import type { TermsMessage } from "./terms_message.ts";
import type { TextsMessage } from "./texts_message.ts";

/** The texts in a language, else in one with the same primary subtag, else the original. */
export function textsIn(message: TermsMessage, language: string): TextsMessage {
  const short = (tag: string): string => tag.split("-")[0]!;
  const same = message.texts.find((texts) => texts.language === language);
  return same ?? message.texts.find((texts) => short(texts.language) === short(language)) ?? message.texts[0]!;
}

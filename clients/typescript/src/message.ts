// Message: how all messages are read, checked and written; other versions are refused.

import { canonical } from "./canonical.ts";
import { BadMessage, YourFault } from "./errors.ts";
import { oneOf, type Read, type Reader } from "./fields.ts";
import { parse, type Json } from "./strict_json.ts";

export const VERSION = "lowwater/2";

/** The field that ends every message that is sent by itself. */
export const version = oneOf(VERSION);

/** A kind of message: its name, and how it is read from a JSON value. */
export interface Kind<M> {
  readonly name: string;
  readonly read: (value: Json) => M;
}

type Fields = { readonly [name: string]: Reader<unknown> };

/** The message that these fields make up. */
export type MessageOf<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

/** A kind of message with exactly these fields; those with a default may be left out. */
export function kind<F extends Fields>(
  name: string,
  fields: F,
  check: (message: MessageOf<F>) => void = () => {},
  defaults: Partial<MessageOf<F>> = {},
): Kind<MessageOf<F>> {
  const names = Object.keys(fields);
  const read = (value: Json): MessageOf<F> => {
    const known = value instanceof Map && [...value.keys()].every((field) => Object.hasOwn(fields, field));
    if (!known || !names.every((field) => value.has(field) || Object.hasOwn(defaults, field))) {
      throw new BadMessage(`a ${name} has the fields ${names.join(", ")}, no more and no less`);
    }
    if (value.has("version")) version("version", value.get("version"));
    const message = { ...defaults } as Record<string, unknown>;
    for (const [field, json] of value) message[field] = fields[field]!(field, json);
    return checked(Object.freeze(message) as MessageOf<F>, check);
  };
  return { name, read };
}

/** A message that keeps its rules; an error of the caller becomes one of the message. */
function checked<M>(message: M, check: (message: M) => void): M {
  try {
    check(message);
  } catch (error) {
    if (error instanceof YourFault) throw new BadMessage(error.message, { cause: error });
    throw error;
  }
  return message;
}

/** A message inside a message. */
export const inner =
  <M>(of: Kind<M>): Reader<M> =>
  (_, value) =>
    of.read(value);

/** A message as one line of canonical JSON. */
export const encode = (message: object): string => canonical(message);

/** Read a message of this kind from its JSON; refuse anything else. */
export const decode = <M>(of: Kind<M>, text: string | Uint8Array): M => of.read(parse(text));

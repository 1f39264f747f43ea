// Message: how all messages are read, checked and written; other versions are refused.

import { canonical } from "./canonical.ts";
import { BadMessage, YourFault } from "./errors.ts";
import { oneOf, type Read, type Reader } from "./fields.ts";
import { parse, type Json } from "./strict_json.ts";

export const VERSION = "lowwater/2";

/** The field that ends every message that is sent by itself. */
export const version = oneOf(VERSION);

/** A kind of message: how it is read from a JSON value. */
export type Kind<M> = (value: Json) => M;

type Fields = { readonly [name: string]: Reader<unknown> };

/** The message that these fields make up. */
export type MessageOf<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

/** The message that a kind reads. */
export type MessageIn<K> = K extends Kind<infer M> ? M : never;

/** A kind of message with exactly these fields. */
export function kind<F extends Fields>(fields: F, check: (message: NoInfer<MessageOf<F>>) => void = () => {}): Kind<MessageOf<F>> {
  const names = Object.keys(fields);
  return (value) => {
    if (!(value instanceof Map) || value.size !== names.length || !names.every((field) => value.has(field))) {
      throw new BadMessage(`fields other than ${names}`);
    }
    if (value.has("version")) version("version", value.get("version"));
    const message = Object.fromEntries(names.map((field) => [field, fields[field]!(field, value.get(field))])) as MessageOf<F>;
    try {
      check(message);
    } catch (error) {
      throw error instanceof YourFault ? new BadMessage(error.message) : error; // the message's fault
    }
    return Object.freeze(message);
  };
}

/** A message inside a message. */
export const inner =
  <M>(of: Kind<M>): Reader<M> =>
  (_, value) =>
    of(value);

/** A message as one line of canonical JSON. */
export const encode = (message: object): string => canonical(message);

/** Read a message of this kind from its JSON; refuse anything else. */
export const decode = <M>(of: Kind<M>, text: string | Uint8Array): M => of(parse(text));

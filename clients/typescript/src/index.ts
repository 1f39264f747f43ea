// @lowwater/client: what runs on a person's device, in a browser or under Node; for Node's ledger import ./node.ts too.

export type { Entry } from "./account.ts";
export { address } from "./address.ts";
export { QuestionMessage } from "./answer_messages.ts";
export { Device, type DeviceOptions, type Outcome, type Status } from "./device.ts";
export type { Direction, Domain, Outside } from "./domain.ts";
export { nats, type Nano } from "./epsilon.ts";
export * from "./errors.ts";
export { Http, type HttpOptions } from "./http.ts";
export { openLedger } from "./indexed_db.ts";
export { Ledger, type LedgerOptions } from "./ledger.ts";
export type { LeaveLine } from "./lines.ts";
export { link, type Link } from "./link.ts";
export { decode, encode, VERSION } from "./message.ts";
export type { Pace } from "./pace.ts";
export type { Page } from "./pages.ts";
export type { Question } from "./question.ts";
export type { Coins, Table } from "./randomizer.ts";
export type { Retrying } from "./retry.ts";
export type { Change, Store, Stored } from "./store.ts";
export type { Terms } from "./terms.ts";
export { hashOf, SurveyMessage, TermsMessage } from "./terms_message.ts";
export type { TextsMessage } from "./texts_message.ts";

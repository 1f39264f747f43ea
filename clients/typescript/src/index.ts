// @lowwater/client: what runs on a person's device, in a browser or under Node; for Node's ledger import ./node.ts too.

export type { Entry } from "./account.ts";
export { address } from "./address.ts";
export { AnswerMessage, CheckInMessage, CountedMessage, PlaceMessage, PostedMessage, QuestionMessage, questionOf } from "./answer_messages.ts";
export { Device, type DeviceOptions, type Outcome, type Status } from "./device.ts";
export { Domain, type Direction, type Outside } from "./domain.ts";
export { chance, epsilon, factor, nats, type Nano } from "./epsilon.ts";
export * from "./errors.ts";
export { Http, type HttpOptions } from "./http.ts";
export { IndexedDbStore, openLedger } from "./indexed_db.ts";
export { hashIn, nameOf } from "./invitations.ts";
export { Ledger, type LedgerOptions } from "./ledger.ts";
export type { LeaveLine } from "./lines.ts";
export { link, type Link } from "./link.ts";
export { decode, encode, VERSION } from "./message.ts";
export { PACE, type Pace } from "./pace.ts";
export type { Page } from "./pages.ts";
export { Question } from "./question.ts";
export { Randomizer, systemCoins, type Coins, type Table } from "./randomizer.ts";
export { Respondent } from "./respondent.ts";
export { RETRYING, type Retrying } from "./retry.ts";
export type { Change, Store, Stored } from "./store.ts";
export { Terms } from "./terms.ts";
export { hashOf, SurveyMessage, TermsMessage, termsOf, textsIn } from "./terms_message.ts";
export { TextsMessage } from "./texts_message.ts";
export { FORGETS, LIFETIME } from "./words.ts";

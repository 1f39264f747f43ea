// @lowwater/client/people: what to show people, which no device needs to answer.

export { groupOf, memberOf, type Asked, type Member } from "./groups.ts";
export { MemoryStore } from "./memory.ts";
export { chance, epsilon, factor } from "./odds.ts";
export { textsIn } from "./texts_in.ts";
export { FORGETS, LIFETIME } from "./words.ts";

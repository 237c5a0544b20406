export type { Outcome } from "./define.ts";
export { outcomes } from "./define.ts";
export type { Envelope } from "./envelope.ts";
export type { EventType, KnownEvent, PolylogEvent } from "./manifest.ts";
export { definitions } from "./manifest.ts";
export type { ParseError, ParseErrorCode, ParseResult } from "./parse.ts";
export { checkEvent, parseEvent, serializeEvent } from "./parse.ts";
export type { OpaqueEvent } from "./rest.ts";

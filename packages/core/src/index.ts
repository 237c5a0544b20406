export * from "./api/index.ts";
export * from "./asks/index.ts";
export * from "./backend/backend.ts";
export { limitReport } from "./backend/change-report.ts";
export * from "./backend/native-store.ts";
export * from "./backend/own-modes.ts";
export * from "./budgets/index.ts";
export * from "./composer/index.ts";
export type { Conversation, Lane, Place, Run, RunStatus } from "./conversation/conversation.ts";
export { MAIN } from "./conversation/conversation.ts";
export { emptyConversation } from "./conversation/draft.ts";
export type { Entry, EntryKind, EntryKinds } from "./conversation/entry.ts";
export type { Fault, FaultCode } from "./conversation/fault.ts";
export { entryAt, laneAt } from "./conversation/lanes.ts";
export { findRun } from "./conversation/runs.ts";
export { exchangeRunKey } from "./conversation/seen-entry-keys.ts";
export { workedMs } from "./conversation/waited.ts";
export { callRunId } from "./data/join-ids.ts";
export { type Gap, type StoredText, Text } from "./data/text.ts";
export * from "./data/vector.ts";
export { defined } from "./defined.ts";
export * from "./events/index.ts";
export { cleanToolName, mcpName } from "./events/tool-name.ts";
export * from "./executed-files/index.ts";
export * from "./fold/index.ts";
export { type ExactPart, exactParts, exactText, hasHidden, hiddenLabel } from "./format/exact-text.ts";
export { cutAtWord, firstLine } from "./format/first-line.ts";
export type { Icon, Line, Tone } from "./format/line.ts";
export { cost, count, duration, elapsed, parseAmount, plural } from "./format/quantities.ts";
export { terminalJson, terminalText } from "./format/terminal-text.ts";
export * from "./frame/index.ts";
export { isTooDeep } from "./json-depth.ts";
export * from "./keys/key-bindings.ts";
export * from "./keys/key-help.ts";
export * from "./keys/match-key.ts";
export { limits } from "./limits.ts";
export { type FollowedText, followText } from "./markdown/follow-text.ts";
export {
  endPieces,
  type FencePiece,
  fenceBody,
  growPieces,
  livePieces,
  type Piece,
  type PiecesState,
  type PlainPiece,
  startPieces,
} from "./markdown/text-pieces.ts";
export { messageOf } from "./message-of.ts";
export * from "./permissions/index.ts";
export * from "./roles.ts";
export * from "./status/index.ts";
export * from "./tools/index.ts";
export * from "./view/index.ts";

export { type Activity, runActivity } from "./activity.ts";
export { actorLabel } from "./actor-label.ts";
export { autoTitle } from "./auto-title.ts";
export type * from "./blocks.ts";
export {
  type AskMessage,
  type ClassicMessage,
  type CliMessage,
  classicRequestLine,
  classicRequestState,
  isClassicComplete,
  isStreaming,
  mergeMessage,
  type RequestState,
  type SayMessage,
  splitClassic,
} from "./classic-completion.ts";
export {
  dedupeCheckpoints,
  isComplete,
  type LaneSplit,
  type Split,
  splitLane,
  splitSettled,
} from "./completion.ts";
export { entryLine } from "./entry-line.ts";
export { type ExactPart, exactParts, exactText, hasHidden, hiddenLabel } from "./exact-text.ts";
export { cutAtWord, firstLine } from "./first-line.ts";
export { type FollowedText, followText } from "./follow-text.ts";
export {
  type EntryGroup,
  type Family,
  type FoldedGroup,
  type Group,
  type Grouping,
  groupLane,
  groupsFrom,
} from "./grouping.ts";
export type { Icon, Line, Tone } from "./line.ts";
export { isPermissionMode, modeLabel, modeName, modeNames, nextMode } from "./modes.ts";
export { type AskEntry, type PendingAsk, pendingAsks } from "./pending-asks.ts";
export { messagePhase, type Phase, type PhaseFacts, runPhase } from "./phase.ts";
export { promptText } from "./prompt-text.ts";
export { amountTyped, cost, count, duration, elapsed, plural } from "./quantities.ts";
export {
  liveRequests,
  type ModelRequest,
  type ModelRequestState,
  modelRequests,
  type ResponseRequests,
  requestLines,
  requestMarks,
  requestTime,
  requestTokens,
  requestWords,
} from "./requests.ts";
export {
  type ResponseSummary,
  type ResponseUsage,
  responseSummary,
  responseSummaryText,
} from "./response.ts";
export { collapsedGroups, groupedSteps, isStep } from "./response-steps.ts";
export { type RunNode, runPath, runsBelow, runTree } from "./run-tree.ts";
export { queuedCount, type SessionState, sessionState, sessionStates } from "./session-state.ts";
export { isTransient, statusOrder, statusText } from "./status-text.ts";
export { terminalJson, terminalText } from "./terminal-text.ts";
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
} from "./text-pieces.ts";
export { type ModelTotal, rollUpUsage, sessionCost, sessionUsage, type UsageTotal } from "./usage-total.ts";
export { waitedMs, workedMs } from "./waited.ts";

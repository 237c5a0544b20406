export type * from "../tools/blocks.ts";
export { type Activity, runActivity } from "./activity.ts";
export { actorLabel } from "./actor-label.ts";
export { autoTitle } from "./auto-title.ts";
export * from "./classic-completion.ts";
export * from "./completion.ts";
export { entryLine } from "./entry-line.ts";
export { findMessage } from "./find-message.ts";
export {
  type CollapsedGroup,
  type EntryGroup,
  type Family,
  type Group,
  type Grouping,
  groupLane,
  groupsFrom,
} from "./grouping.ts";
export { liveRun } from "./live-run.ts";
export { isPermissionMode, modeLabel, modeName, modeNames, nextMode } from "./modes.ts";
export { type AskEntry, type PendingAsk, pendingAsks } from "./pending-asks.ts";
export * from "./phase.ts";
export { promptText } from "./prompt-text.ts";
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
export { queuedCount, type SessionStatus, sessionStatus } from "./session-status.ts";
export { thoughtLine } from "./thought-line.ts";
export {
  isCostComplete,
  type ModelTotal,
  rollUpUsage,
  sessionCost,
  sessionUsage,
  type UsageTotal,
  usageTotal,
} from "./usage-total.ts";

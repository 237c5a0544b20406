export type { EventType, KnownEvent, PolylogEvent } from "./all-events.ts";
export { definitions } from "./all-events.ts";
export type { Outcome } from "./define.ts";
export type { Envelope } from "./envelope.ts";
export type { CallbackEntry, ExchangeEntry } from "./exchange.ts";
export type { Actor, ExchangeOrigin, Failure, Image, RunTrigger, Truncation } from "./fields.ts";
export type { OpaqueEvent } from "./other.ts";
export type { ParseError, ParseErrorCode, ParseResult } from "./parse.ts";
export { checkEvent, parseEvent, serializeEvent } from "./parse.ts";
export type { PermissionEntry, PermissionOption } from "./permission.ts";
export type { PlanEntry, PlanItem } from "./plan.ts";
export type { Question, QuestionAnswer, QuestionEntry } from "./question.ts";
export type { Queue, QueueItem } from "./queue.ts";
export {
  type AgentState,
  type Choice,
  type ContextUsage,
  DEFAULT_MODEL,
  type SlashCommand,
} from "./session.ts";
export type { SubagentEntry } from "./subagent.ts";
export type { AssistantMessage, UserMessage } from "./text.ts";
export type { ThoughtEntry } from "./thinking.ts";
export type { ToolCallEntry, ToolContent, ToolLocation } from "./tool.ts";
export type { ModelUsage } from "./usage.ts";
export { addUsage, modelUsage } from "./usage.ts";
export type { ChangedFile, TodoItem } from "./work.ts";

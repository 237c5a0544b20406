export type {
  AgentInfo,
  AgentOverride,
  AgentPolicy,
  Ask,
  AskEntry,
  BackupPolicy,
  Budget,
  BudgetPlace,
  BudgetState,
  ChangesQuery,
  ChatAnswer,
  ChatMessage,
  Confirmation,
  Conversation,
  CreateSession,
  DayUsage,
  Device,
  FileChange,
  FileChanges,
  Health,
  Leftover,
  Mission,
  MissionChange,
  MissionInput,
  NativeRow,
  PairAnswer,
  Pairing,
  PermissionOffer,
  PermissionRule,
  PolicyRule,
  PolylogEvent,
  ProjectFile,
  QueueChange,
  QueueEntry,
  Restored,
  RestoredFiles,
  RestorePreview,
  RewindFile,
  RewindPreview,
  RewindTo,
  RewoundSession,
  Role,
  RunRow,
  RunUsage,
  Schedule,
  ScheduleInput,
  SearchHit,
  Self,
  SessionChange,
  SessionName,
  SessionPage,
  SessionQuery,
  SessionRow,
  SessionStatus,
  TreeEntry,
  TrustedFolder,
  UsageQuery,
  UsageTotal,
  VerifyProgress,
} from "@polylog/core";
export type { AskAnswers, AskKind, AskRef } from "./api/answer-ask.ts";
export type { Api, LogPage } from "./api/api.ts";
export type { CallOptions } from "./api/routes.ts";
export type { VerifyOptions } from "./api/verify.ts";
export type { Client } from "./client.ts";
export { connect } from "./client.ts";
export { ClientError } from "./client-error.ts";
export type { Confirm } from "./confirm.ts";
export type { ConnectOptions, KeyStore, Transport } from "./connect-options.ts";
export { newClientId } from "./connect-options.ts";
export type { ConnectionView } from "./connection/connections.ts";
export type { Network } from "./connection/network.ts";
export type { EventsOptions } from "./session/event-reader.ts";
export type { RunHandle, RunResult } from "./session/run-handle.ts";
export type { SessionHandle, SessionMessage, SessionView } from "./session/session-handle.ts";
export type { SessionState } from "./session/session-sync.ts";
export type { EventFrame } from "./stream/frame.ts";
export type { FramesListener } from "./stream/shared-sse.ts";
export type { Timing } from "./timing.ts";

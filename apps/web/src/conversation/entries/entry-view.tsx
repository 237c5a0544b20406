import type { Entry, EntryKind, EntryKinds } from "@polylog/core";
import { type FunctionComponent, memo, type ReactNode, Suspense } from "react";
import { lazyPart } from "../../offline/load-part.ts";
import { ChangeReport } from "./change-report.tsx";
import { Checkpoint } from "./checkpoint.tsx";
import { Exchange } from "./exchange.tsx";
import { Message } from "./message.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { RawEvent } from "./raw-event.tsx";
import { ErrorNote, InterruptedRun, TaskResult } from "./run-end.tsx";
import { SubagentEntryView } from "./subagent-entry.tsx";
import { Thought } from "./thought.tsx";
import { ToolCallView } from "./tool-call.tsx";

/** Asks load with the first one, or earlier (`app/overlays.tsx`). */
const asks = () => import("../../asks/ask-entries.ts");
const PermissionEntryView = lazyPart(async () => (await asks()).PermissionEntryView);
const QuestionEntryView = lazyPart(async () => (await asks()).QuestionEntryView);
const PlanEntryView = lazyPart(async () => (await asks()).PlanEntryView);

export interface EntryProps<K extends EntryKind> {
  readonly entry: EntryKinds[K];
}

type Renderers = { readonly [K in EntryKind]: FunctionComponent<EntryProps<K>> };

/** One renderer per kind of entry. A missing one is a type error. */
const renderers = {
  message: Message,
  thought: Thought,
  tool_call: ({ entry }) => <ToolCallView call={entry} />,
  permission: (props) => suspended(<PermissionEntryView {...props} />),
  question: (props) => suspended(<QuestionEntryView {...props} />),
  plan: (props) => suspended(<PlanEntryView {...props} />),
  subagent: SubagentEntryView,
  exchange: Exchange,
  callback: Exchange,
  meta: () => null,
  mode_change: NoticeLine,
  model_change: NoticeLine,
  checkpoint: Checkpoint,
  change_report: ChangeReport,
  finalize: TaskResult,
  idle_prompt: NoticeLine,
  fallback: NoticeLine,
  retry: NoticeLine,
  compaction: NoticeLine,
  notice: NoticeLine,
  interrupt: InterruptedRun,
  error: ErrorNote,
  raw: RawEvent,
  opaque: RawEvent,
  late: RawEvent,
} satisfies Renderers;

function suspended(entry: ReactNode) {
  return <Suspense>{entry}</Suspense>;
}

export const EntryView = memo(function EntryView({ entry }: { readonly entry: Entry }) {
  const Renderer = renderers[entry.kind] as FunctionComponent<{ readonly entry: Entry }>;
  return <Renderer entry={entry} />;
});

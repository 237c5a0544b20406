import type { Entry, EntryKind, EntryKinds } from "@polylog/core";
import { type FunctionComponent, memo, type ReactNode, Suspense } from "react";
import { lazyPart } from "../../offline/load-part.ts";
import { ChangeReport } from "./change-report.tsx";
import { Checkpoint } from "./checkpoint.tsx";
import { ErrorNote } from "./error-note.tsx";
import { Exchange } from "./exchange.tsx";
import { Finalize } from "./finalize.tsx";
import { Message } from "./message.tsx";
import { Interrupted, Quiet } from "./notice-line.tsx";
import { Raw } from "./raw-event.tsx";
import { SubagentEntryView } from "./subagent-entry.tsx";
import { Thought } from "./thought.tsx";
import { ToolRow } from "./tool-call.tsx";

/** Asks come with the first one, or ahead of it (`app/overlays.tsx`). */
const asks = () => import("../../asks/ask-entries.ts");
const PermissionEntryView = lazyPart(async () => (await asks()).PermissionEntryView);
const QuestionEntryView = lazyPart(async () => (await asks()).QuestionEntryView);
const PlanEntryView = lazyPart(async () => (await asks()).PlanEntryView);

export interface EntryProps<K extends EntryKind> {
  readonly entry: EntryKinds[K];
}

type Renderers = { readonly [K in EntryKind]: FunctionComponent<EntryProps<K>> };

/** One renderer per kind of entry: the compiler names the one that is missing. */
const renderers = {
  message: Message,
  thought: Thought,
  tool_call: ({ entry }) => <ToolRow call={entry} />,
  permission: (props) => suspended(<PermissionEntryView {...props} />),
  question: (props) => suspended(<QuestionEntryView {...props} />),
  plan: (props) => suspended(<PlanEntryView {...props} />),
  subagent: SubagentEntryView,
  exchange: Exchange,
  callback: Exchange,
  meta: () => null,
  mode_change: Quiet,
  model_change: Quiet,
  checkpoint: Checkpoint,
  change_report: ChangeReport,
  finalize: Finalize,
  idle_prompt: Quiet,
  fallback: Quiet,
  retry: Quiet,
  compaction: Quiet,
  notice: Quiet,
  interrupt: Interrupted,
  error: ErrorNote,
  raw: Raw,
  opaque: Raw,
  late: Raw,
} satisfies Renderers;

function suspended(entry: ReactNode) {
  return <Suspense>{entry}</Suspense>;
}

export const EntryView = memo(function EntryView({ entry }: { readonly entry: Entry }) {
  const Renderer = renderers[entry.kind] as FunctionComponent<{ readonly entry: Entry }>;
  return <Renderer entry={entry} />;
});

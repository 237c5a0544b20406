import type { SessionHandle } from "@polylog/client";
import { defined, firstKey, liveRun } from "@polylog/core";
import {
  Archive,
  ChartColumn,
  CircleStop,
  Download,
  FileDiff,
  FolderTree,
  GitFork,
  Link,
  type LucideIcon,
  Pencil,
  Search,
  Shield,
  Sparkles,
  Trash2,
  Wallet,
} from "lucide-react";
import { useSessionPart } from "../data/client.ts";
import { useMay } from "../data/role-access.ts";
import { cancelRun } from "../data/session/cancel-run.ts";
import { isFindBarOpen } from "../find/find-bar-open.ts";
import { panel } from "../layout/layout-state.ts";
import { go, hrefOf } from "../routing/router.ts";
import {
  archiveSession,
  exportSession,
  forkSession,
  sessionDialog,
} from "../session-actions/session-actions.ts";
import { copyText } from "../ui/copy-text.ts";
import { Item, Items, type Run } from "./item.tsx";
import type { PalettePage } from "./palette.tsx";
import { useSessionModels } from "./use-session-models.ts";

interface SessionActionItemsProps {
  readonly handle: SessionHandle;
  /** Text was typed, so rarely used actions are shown, too. */
  readonly isSearching: boolean;
  readonly onOpen: (page: PalettePage) => void;
  readonly onRun: Run;
}

interface Action {
  readonly name: string;
  /** Other search terms. */
  readonly also?: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly isRare?: true;
  /** This browser's role is not sufficient. */
  readonly isRefused?: boolean;
  readonly run: () => void;
}

/** The actions on the open session. */
export function SessionActionItems({ handle, isSearching, onOpen, onRun }: SessionActionItemsProps) {
  const { sessionId } = handle;
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation));
  const title = useSessionPart(handle, ({ conversation }) => conversation.title) ?? "session";
  const models = useSessionModels(handle);
  const [mayList, mayDelete] = [useMay("projects.tree"), useMay("sessions.delete")];
  const stop: readonly Action[] =
    run === null
      ? []
      : [
          {
            name: "Stop run",
            also: "cancel interrupt",
            icon: CircleStop,
            keys: firstKey("web", "interrupt"),
            run: () => onRun(() => void cancelRun(run.runId)),
          },
        ];
  const all: readonly Action[] = [
    ...stop,
    {
      name: "Find in conversation",
      icon: Search,
      keys: firstKey("web", "find-in-session"),
      run: () => onRun(() => isFindBarOpen.set(true)),
    },
    {
      name: "Changes since the last checkpoint",
      also: "diff panel",
      icon: FileDiff,
      run: () => onRun(() => panel.set("changes")),
    },
    {
      name: "Project files",
      also: "panel tree",
      isRefused: !mayList,
      icon: FolderTree,
      run: () => onRun(() => panel.set("files")),
    },
    { name: "Permission mode…", icon: Shield, run: () => onOpen("mode") },
    ...(models.length === 0 ? [] : [{ name: "Model…", icon: Sparkles, run: () => onOpen("model") }]),
    {
      name: "Rename…",
      icon: Pencil,
      run: () => onRun(() => sessionDialog.set({ about: "rename", sessionId, title })),
    },
    { name: "Fork", icon: GitFork, run: () => onRun(() => void forkSession(sessionId)) },
    { name: "Archive", icon: Archive, run: () => onRun(() => void archiveSession(sessionId)) },
    {
      name: "Session usage",
      also: "cost tokens",
      icon: ChartColumn,
      run: () => onRun(() => go({ page: "usage", sessionId })),
    },
    {
      name: "Budget…",
      also: "limit cost tokens raise",
      icon: Wallet,
      run: () => onRun(() => sessionDialog.set({ about: "budget", sessionId, title })),
    },
    ...exports.map(
      ([format, name]): Action => ({
        name,
        icon: Download,
        isRare: true,
        run: () => onRun(() => void exportSession(sessionId, title, format)),
      }),
    ),
    {
      name: "Copy link",
      icon: Link,
      isRare: true,
      run: () => onRun(() => void copyText(hrefOf({ page: "session", sessionId, target: null }))),
    },
    {
      name: "Delete…",
      icon: Trash2,
      isRefused: !mayDelete,
      isRare: true,
      run: () => onRun(() => sessionDialog.set({ about: "delete", sessionId, title })),
    },
  ];
  return (
    <Items heading="This session">
      {all
        .filter(({ isRare, isRefused = false }) => !isRefused && (isSearching || isRare !== true))
        .map(({ name, also = "", icon: Icon, keys, run: act }) => (
          <Item
            key={name}
            value={`${name} ${also}`}
            name={name}
            icon={<Icon size={15} />}
            {...defined({ keys })}
            onSelect={act}
          >
            {name}
          </Item>
        ))}
    </Items>
  );
}

const exports = [
  ["md", "Export as Markdown"],
  ["html", "Export as HTML"],
  ["jsonl", "Export log"],
] as const;

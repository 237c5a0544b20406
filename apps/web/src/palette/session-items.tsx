import type { SessionHandle } from "@polylog/client";
import { permissionModes } from "@polylog/core";
import {
  Archive,
  ChartColumn,
  CircleStop,
  Download,
  GitFork,
  Link,
  Pencil,
  Search,
  Shield,
  Sparkles,
  Trash2,
} from "lucide-react";
import { go, hrefOf } from "../app/router.ts";
import { modeNames } from "../composer/modes.ts";
import { cancelRun } from "../conversation/cancelling.ts";
import { liveRun } from "../conversation/status-bubble.tsx";
import { client, useSessionPart } from "../data/client.ts";
import { putRow, useSessions } from "../data/sessions.ts";
import { finding } from "../find/finding.ts";
import {
  archiveSession,
  asking,
  type ExportFormat,
  exportSession,
  forkSession,
} from "../session-actions/session-actions.ts";
import { copyText } from "../ui/copy-text.ts";
import { tell } from "../ui/toasts.tsx";
import { Item, Items, type Run } from "./item.tsx";
import type { PalettePage } from "./palette.tsx";

interface SessionItemsProps {
  readonly handle: SessionHandle;
  /** Something was typed: then also what is rarely needed. */
  readonly isSearching: boolean;
  readonly page: PalettePage | null;
  readonly onOpen: (page: PalettePage) => void;
  readonly onRun: Run;
}

const formats: readonly (readonly [ExportFormat, string])[] = [
  ["md", "Export as Markdown"],
  ["html", "Export as HTML"],
  ["jsonl", "Export the log"],
];

/** What can be done with the session on the screen. */
export function SessionItems({ handle, page, isSearching, onOpen, onRun }: SessionItemsProps) {
  const { sessionId } = handle;
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation));
  const title = useSessionPart(handle, ({ conversation }) => conversation.title) ?? "session";
  const row = useSessions().rows.find((each) => each.sessionId === sessionId);
  const agents = useSessionPart(handle, ({ conversation }) => conversation.agents);
  const agent = agents.get(row?.agentId ?? "") ?? [...agents][0]?.[1];
  const models = agent?.models ?? [];
  const change = (what: { readonly modeId?: string; readonly modelId?: string }) =>
    onRun(
      () => void client.changeSession(sessionId, what).then(putRow, (error: Error) => tell(error.message)),
    );
  if (page === "mode") {
    return (
      <Items heading="Permission mode">
        {permissionModes.map((id) => (
          <Item
            key={id}
            value={modeNames[id].name}
            icon={<Shield size={15} />}
            detail={modeNames[id].detail}
            onSelect={() => change({ modeId: id })}
          >
            {modeNames[id].name}
          </Item>
        ))}
      </Items>
    );
  }
  if (page === "model") {
    return (
      <Items heading="Model">
        {models.map(({ id, name }) => (
          <Item
            key={id}
            value={`${name} ${id}`}
            icon={<Sparkles size={15} />}
            onSelect={() => change({ modelId: id })}
          >
            {name}
          </Item>
        ))}
      </Items>
    );
  }
  return (
    <Items heading="This session">
      {run !== null && (
        <Item
          value="Stop, cancel the run"
          icon={<CircleStop size={15} />}
          keys="Esc"
          onSelect={() => onRun(() => void cancelRun(run.runId))}
        >
          Stop the run
        </Item>
      )}
      <Item
        value="Find in the conversation"
        icon={<Search size={15} />}
        keys="Mod+F"
        onSelect={() => onRun(() => finding.set(true))}
      >
        Find in the conversation
      </Item>
      <Item value="Permission mode…" icon={<Shield size={15} />} onSelect={() => onOpen("mode")}>
        Permission mode…
      </Item>
      {models.length > 0 && (
        <Item value="Model…" icon={<Sparkles size={15} />} onSelect={() => onOpen("model")}>
          Model…
        </Item>
      )}
      <Item
        value="Rename…"
        icon={<Pencil size={15} />}
        onSelect={() => onRun(() => asking.set({ about: "rename", sessionId, title }))}
      >
        Rename…
      </Item>
      <Item
        value="Fork"
        icon={<GitFork size={15} />}
        onSelect={() => onRun(() => void forkSession(sessionId))}
      >
        Fork
      </Item>
      <Item
        value="Archive"
        icon={<Archive size={15} />}
        onSelect={() => onRun(() => void archiveSession(sessionId))}
      >
        Archive
      </Item>
      {formats.map(([format, name]) => (
        <Item
          key={format}
          value={name}
          icon={<Download size={15} />}
          onSelect={() => onRun(() => void exportSession(sessionId, title, format))}
        >
          {name}
        </Item>
      ))}
      <Item
        value="Usage of this session, cost"
        icon={<ChartColumn size={15} />}
        onSelect={() => onRun(() => go({ page: "usage", sessionId }))}
      >
        Usage of this session
      </Item>
      <Item
        value="Copy link"
        icon={<Link size={15} />}
        onSelect={() => onRun(() => void copyText(hrefOf({ page: "session", sessionId, target: null })))}
      >
        Copy link
      </Item>
      <Item
        value="Delete…"
        icon={<Trash2 size={15} />}
        onSelect={() => onRun(() => asking.set({ about: "delete", sessionId, title }))}
      >
        Delete…
      </Item>
    </Items>
  );
}

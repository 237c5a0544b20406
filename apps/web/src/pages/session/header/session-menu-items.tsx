import { firstKey } from "@polylog/core";
import { Archive, ChartColumn, Copy, Download, GitFork, Pencil, Search, Trash2, Wallet } from "lucide-react";
import { useMay } from "../../../data/role-access.ts";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { isFindBarOpen } from "../../../find/find-bar-open.ts";
import { go, hrefOf } from "../../../routing/router.ts";
import {
  archiveSession,
  type ExportFormat,
  exportSession,
  forkSession,
  type SessionDialog,
  sessionDialog,
} from "../../../session-actions/session-actions.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { MenuItem, MenuLine } from "../../../ui/menu/menu.tsx";

/** The actions on a session as a whole. */
export function SessionMenuItems() {
  const handle = useSessionContext();
  const { sessionId } = handle;
  const mayDelete = useMay("sessions.delete");
  const ask = (about: SessionDialog["about"]) =>
    sessionDialog.set({ about, sessionId, title: handle.conversation.title ?? "" });
  const save = (format: ExportFormat) =>
    void exportSession(sessionId, handle.conversation.title ?? "session", format);
  return (
    <>
      <MenuItem
        icon={<Search size={14} />}
        keys={firstKey("web", "find-in-session")}
        onSelect={() => isFindBarOpen.set(true)}
      >
        Find…
      </MenuItem>
      <MenuItem icon={<Pencil size={14} />} onSelect={() => ask("rename")}>
        Rename…
      </MenuItem>
      <MenuItem icon={<GitFork size={14} />} onSelect={() => void forkSession(sessionId)}>
        Fork
      </MenuItem>
      <MenuItem
        icon={<Copy size={14} />}
        onSelect={() => void copyText(hrefOf({ page: "session", sessionId, target: null }))}
      >
        Copy link
      </MenuItem>
      <MenuItem icon={<ChartColumn size={14} />} onSelect={() => go({ page: "usage", sessionId })}>
        Usage
      </MenuItem>
      <MenuItem icon={<Wallet size={14} />} onSelect={() => ask("budget")}>
        Budget…
      </MenuItem>
      <MenuItem icon={<Download size={14} />} onSelect={() => save("md")}>
        Export as Markdown
      </MenuItem>
      <MenuItem icon={<Download size={14} />} onSelect={() => save("html")}>
        Export as HTML
      </MenuItem>
      <MenuItem icon={<Download size={14} />} onSelect={() => save("jsonl")}>
        Export log
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Archive size={14} />} onSelect={() => void archiveSession(sessionId)}>
        Archive
      </MenuItem>
      {mayDelete && (
        <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => ask("delete")}>
          Delete…
        </MenuItem>
      )}
    </>
  );
}

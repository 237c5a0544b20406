import type { SessionHandle } from "@polylog/client";
import { useMemo } from "react";
import { cancelRun } from "../../data/session/cancel-run.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { overlay, panel } from "../../layout/layout-state.ts";
import { go } from "../../routing/router.ts";
import {
  exportSession,
  forkSession,
  renameSession,
  type SessionDialog,
  sessionDialog,
} from "../../session-actions/session-actions.ts";
import { theme, themes } from "../../theme/theme.ts";
import { showToast } from "../../ui/toasts.tsx";
import type { LocalCommand } from "./commands.ts";

interface CommandOptions {
  readonly onChange: (what: { readonly modeId?: string; readonly modelId?: string }) => void;
  readonly agentId: string | null;
  readonly runId: string | null;
}

/** What `/` can do without the agent: what the terminal can, as far as a page has a use for it. */
export function useCommands({ onChange, agentId, runId }: CommandOptions): readonly LocalCommand[] {
  const handle = useSessionContext();
  return useMemo(
    () => [
      ...commandsOfSession(handle),
      ...everywhere,
      {
        name: "model",
        about: "Another model",
        run: (wanted) => (wanted === "" ? overlay.set("models") : onChange({ modelId: wanted })),
      },
      {
        name: "plan",
        about: "Plan mode: look and plan, change nothing",
        run: () => onChange({ modeId: "plan" }),
      },
      {
        name: "compact",
        about: "Sum up the talk to make room",
        run: () => showToast(`${agentId ?? "This agent"} has no command that compacts.`),
      },
      ...(runId === null
        ? []
        : [{ name: "stop", about: "Interrupt the run", run: () => void cancelRun(runId) }]),
    ],
    [handle, onChange, agentId, runId],
  );
}

function commandsOfSession(handle: SessionHandle): readonly LocalCommand[] {
  const { sessionId } = handle;
  const titleNow = () => handle.conversation.title ?? "session";
  const ask = (about: SessionDialog["about"]) => () =>
    sessionDialog.set({ about, sessionId, title: titleNow() });
  return [
    { name: "fork", about: "A new session with the same past", run: () => void forkSession(sessionId) },
    { name: "rewind", about: "Back to before one of your messages", run: ask("rewind") },
    {
      name: "rename",
      about: "Another title",
      run: (title) =>
        title === ""
          ? ask("rename")()
          : void renameSession(sessionId, title).catch((error: Error) => showToast(error.message)),
    },
    {
      name: "export",
      about: "The talk as a Markdown file",
      run: () => void exportSession(sessionId, titleNow(), "md"),
    },
    {
      name: "cost",
      about: "What this session used, run by run",
      run: () => go({ page: "usage", sessionId }),
    },
    { name: "budget", about: "What this session may use", run: ask("budget") },
    { name: "status", about: "This session in a few lines", run: ask("status") },
    { name: "mcp", about: "The MCP servers, and what came of them here", run: ask("mcp") },
  ];
}

const everywhere: readonly LocalCommand[] = [
  { name: "new", about: "Start a new session", run: () => go({ page: "home" }) },
  { name: "clear", about: "The same as /new", run: () => go({ page: "home" }) },
  { name: "diff", about: "What changed in the project", run: () => panel.set("changes") },
  { name: "files", about: "The project's files", run: () => panel.set("files") },
  { name: "todos", about: "The plan, and how far it is", run: () => panel.set("plan") },
  { name: "resume", about: "Go to another session", run: () => overlay.set("palette") },
  { name: "search", about: "Find words in all sessions", run: () => overlay.set("palette") },
  { name: "help", about: "All keys", run: () => overlay.set("keys") },
  { name: "permissions", about: "What may be done without asking", run: () => overlay.set("modes") },
  {
    name: "theme",
    about: "The next theme",
    run: () => theme.set(themes[(themes.indexOf(theme.get()) + 1) % themes.length] ?? "system"),
  },
  {
    name: "agents",
    about: "The agents of this machine",
    run: () => go({ page: "settings", section: "agents" }),
  },
  {
    name: "mission",
    about: "What this project's agents are to achieve",
    run: () => go({ page: "missions" }),
  },
  {
    name: "policy",
    about: "Which agents may write to which",
    run: () => go({ page: "settings", section: "projects" }),
  },
  { name: "exit", about: "Leave", run: () => showToast("Close the tab: the server and its agents go on.") },
];

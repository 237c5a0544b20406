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

/** The commands for `/` that work without the agent: those of the terminal that make sense on a page. */
export function useCommands({ onChange, agentId, runId }: CommandOptions): readonly LocalCommand[] {
  const handle = useSessionContext();
  return useMemo(
    () => [
      ...commandsOfSession(handle),
      ...everywhere,
      {
        name: "model",
        about: "Switch the model",
        run: (wanted) => (wanted === "" ? overlay.set("models") : onChange({ modelId: wanted })),
      },
      {
        name: "plan",
        about: "Plan mode: research and plan, no changes",
        run: () => onChange({ modeId: "plan" }),
      },
      {
        name: "compact",
        about: "Summarize the conversation to free up context",
        run: () => showToast(`${agentId ?? "This agent"} has no compact command.`),
      },
      ...(runId === null ? [] : [{ name: "stop", about: "Stop the run", run: () => void cancelRun(runId) }]),
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
    { name: "fork", about: "Copy this session to a new one", run: () => void forkSession(sessionId) },
    { name: "rewind", about: "Go back to before one of your messages", run: ask("rewind") },
    {
      name: "rename",
      about: "Rename this session",
      run: (title) =>
        title === ""
          ? ask("rename")()
          : void renameSession(sessionId, title).catch((error: Error) => showToast(error.message)),
    },
    {
      name: "export",
      about: "Export the conversation as Markdown",
      run: () => void exportSession(sessionId, titleNow(), "md"),
    },
    {
      name: "cost",
      about: "Cost and tokens of this session, run by run",
      run: () => go({ page: "usage", sessionId }),
    },
    { name: "budget", about: "Set cost or token limits", run: ask("budget") },
    { name: "status", about: "Show this session's status", run: ask("status") },
    { name: "mcp", about: "MCP servers and their use in this session", run: ask("mcp") },
  ];
}

const everywhere: readonly LocalCommand[] = [
  { name: "new", about: "Start a new session", run: () => go({ page: "home" }) },
  { name: "clear", about: "Same as /new", run: () => go({ page: "home" }) },
  { name: "diff", about: "Show changes in the project", run: () => panel.set("changes") },
  { name: "files", about: "Browse the project's files", run: () => panel.set("files") },
  { name: "todos", about: "Show the plan and to-dos", run: () => panel.set("plan") },
  { name: "resume", about: "Switch to another session", run: () => overlay.set("palette") },
  { name: "search", about: "Search all sessions", run: () => overlay.set("palette") },
  { name: "help", about: "Show all keyboard shortcuts", run: () => overlay.set("keys") },
  { name: "permissions", about: "Switch the permission mode", run: () => overlay.set("modes") },
  {
    name: "theme",
    about: "Switch to the next theme",
    run: () => theme.set(themes[(themes.indexOf(theme.get()) + 1) % themes.length] ?? "system"),
  },
  {
    name: "agents",
    about: "Agents on this machine",
    run: () => go({ page: "settings", section: "agents" }),
  },
  {
    name: "mission",
    about: "Set the project's mission",
    run: () => go({ page: "missions" }),
  },
  {
    name: "policy",
    about: "Set which agents can message each other",
    run: () => go({ page: "settings", section: "projects" }),
  },
  {
    name: "exit",
    about: "How to leave",
    run: () => showToast("Close this tab to leave. Agents keep running on the server."),
  },
];

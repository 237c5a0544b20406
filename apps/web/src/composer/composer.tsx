import { addressed, ClientError } from "@polylog/client";
import type { Conversation } from "@polylog/core";
import { nextMode } from "@polylog/core";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { isCovered, isMessage, isTyping } from "../app/key-target.ts";
import { overlay } from "../app/overlay.ts";
import { go } from "../app/router.ts";
import { stoppedRun } from "../budgets/stopped-run.ts";
import { cancelRun } from "../conversation/cancelling.ts";
import { useScope } from "../conversation/session-scope.ts";
import { liveRun } from "../conversation/status-bubble.tsx";
import { useAgentState } from "../conversation/use-agent-state.ts";
import { useAgents } from "../data/agents.ts";
import { client, useSessionPart } from "../data/client.ts";
import { putRow } from "../data/sessions.ts";
import { useStore } from "../data/store.ts";
import { stored } from "../data/stored.ts";
import { panel } from "../panel/panel-state.ts";
import { asking, exportSession, forkSession } from "../session-actions/session-actions.ts";
import { theme, themes } from "../theme/theme.ts";
import { commandSuggestions, type LocalCommand } from "./commands.ts";
import styles from "./composer.module.css";
import { DeliverySwitch, ModelPicker, ModeSwitch } from "./controls.tsx";
import { draftOf, keepDraft } from "./drafts.ts";
import { focusMessage } from "./focus-message.ts";
import { limits } from "./limits.ts";
import { type Prompt, PromptBox } from "./prompt-box.tsx";
import { QueueBanner } from "./queue-banner.tsx";

const SpentBanner = lazy(async () => ({
  default: (await import("../budgets/spent-banner.tsx")).SpentBanner,
}));

type Delivery = "queue" | "steer";
const busyDelivery = stored<Delivery>("delivery", "queue", (value): value is Delivery =>
  ["queue", "steer"].includes(value as string),
);

const emptyQueue = { items: [], paused: null };

/** Writing to a session's agent. */
export function Composer() {
  const handle = useScope();
  const { sessionId } = handle;
  const { agentId, agent, model, canSteer, projectRoot } = useAgentState();
  const { agents } = useAgents();
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation));
  const [text, setText] = useState(() => draftOf(sessionId));
  const delivery = useStore(busyDelivery);
  const [failure, setFailure] = useState<string | null>(null);
  /** How often a budget refused a message: each time it is looked at again. */
  const [refused, setRefused] = useState(0);
  const stopped = useSessionPart(handle, ({ conversation }) => stoppedRun(conversation));
  const write = useCallback(
    (value: string) => {
      setText(value);
      keepDraft(sessionId, value);
    },
    [sessionId],
  );
  const change = useCallback(
    (what: { readonly modeId?: string; readonly modelId?: string }) => {
      setFailure(null);
      client.changeSession(sessionId, what).then(putRow, (error: Error) => setFailure(error.message));
    },
    [sessionId],
  );
  const said = useCallback(() => saidIn(handle.conversation), [handle]);
  const commands = useCommands({ onMode: (modeId) => change({ modeId }), runId: run?.runId ?? null });
  const modeId = agent?.currentModeId ?? null;
  const send = async ({ text: message, images }: Prompt, other: boolean): Promise<boolean> => {
    const row = projectRoot === null ? await client.sessionRow(sessionId) : null;
    const chosen = !canSteer ? "queue" : other ? (delivery === "queue" ? "steer" : "queue") : delivery;
    const sent = client.chat({
      projectRoot: projectRoot ?? row?.projectRoot ?? "",
      sessionId,
      ...addressed(
        message,
        agents.map(({ id }) => id),
      ),
      images: images.length === 0 ? undefined : images,
      delivery: run === null ? undefined : chosen,
    });
    await sent.catch((error: unknown) => {
      if (error instanceof ClientError && error.code === "budget_exceeded") setRefused((times) => times + 1);
      throw error;
    });
    return true;
  };
  const sendLabel = run === null ? "Send" : canSteer && delivery === "steer" ? "Steer" : "Queue";
  useInterruptKey(run?.runId ?? null);
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <Suspense>
          {(stopped !== null || refused > 0) && (
            <SpentBanner queue={agent?.queue ?? emptyQueue} mark={`${stopped}/${refused}/${run?.runId}`} />
          )}
        </Suspense>
        <QueueBanner sessionId={sessionId} queue={agent?.queue ?? emptyQueue} canSteer={canSteer} />
        <PromptBox
          text={text}
          onText={write}
          placeholder={run === null ? `Message ${agentId ?? "the agent"}` : placeholders[sendLabel]}
          onSend={send}
          sendLabel={sendLabel}
          commands={useMemo(
            () => commandSuggestions(commands, agent?.commands ?? []),
            [commands, agent?.commands],
          )}
          projectRoot={projectRoot}
          said={said}
          onCycleMode={() => change({ modeId: nextMode(modeId) })}
          autoFocus
        >
          <ModeSwitch modeId={modeId} modes={agent?.modes ?? []} onMode={(id) => change({ modeId: id })} />
          <ModelPicker
            model={model}
            models={agent?.models ?? []}
            onModel={(modelId) => change({ modelId })}
          />
          {run !== null && canSteer && <DeliverySwitch delivery={delivery} onDelivery={busyDelivery.set} />}
        </PromptBox>
        {failure !== null && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}

const placeholders = {
  Send: "",
  Steer: "Say something to what is at work",
  Queue: "Queue the next message",
} as const;

/** Esc interrupts wherever one is, unless something else has a use for it: another field is left by it. */
function useInterruptKey(runId: string | null): void {
  useEffect(() => {
    if (runId === null) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== "Escape" || event.defaultPrevented || event.isComposing || isCovered()) return;
      event.preventDefault();
      if (isTyping(target) && !isMessage(target)) focusMessage();
      else void cancelRun(runId);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [runId]);
}

/** What people said in this session, oldest first. */
function saidIn({ main: { entries } }: Conversation): readonly string[] {
  const said: string[] = [];
  for (let at = entries.length - 1; at >= 0 && said.length < limits.history; at--) {
    const entry = entries.get(at);
    if (entry?.kind === "message" && entry.role === "user" && !entry.hidden) said.push(entry.body.toString());
  }
  return said.reverse();
}

interface CommandOptions {
  readonly onMode: (modeId: string) => void;
  readonly runId: string | null;
}

/** What `/` can do without the agent. */
function useCommands({ onMode, runId }: CommandOptions): readonly LocalCommand[] {
  const handle = useScope();
  const { sessionId } = handle;
  const conversationTitle = useCallback(() => handle.conversation.title ?? "session", [handle]);
  return useMemo(
    () => [
      { name: "new", about: "Start a new session", run: () => go({ page: "home" }) },
      {
        name: "fork",
        about: "A new session with the same past",
        run: () => void forkSession(sessionId),
      },
      {
        name: "rename",
        about: "Another title",
        run: () => asking.set({ about: "rename", sessionId, title: conversationTitle() }),
      },
      {
        name: "export",
        about: "The talk as a Markdown file",
        run: () => void exportSession(sessionId, conversationTitle(), "md"),
      },
      { name: "diff", about: "What changed in the project", run: () => panel.set("changes") },
      { name: "files", about: "The project's files", run: () => panel.set("files") },
      { name: "model", about: "Another model", run: () => overlay.set("models") },
      {
        name: "cost",
        about: "What this session used, run by run",
        run: () => go({ page: "usage", sessionId }),
      },
      {
        name: "budget",
        about: "What this session may use",
        run: () => asking.set({ about: "budget", sessionId, title: conversationTitle() }),
      },
      { name: "resume", about: "Go to another session", run: () => overlay.set("palette") },
      { name: "help", about: "All keys", run: () => overlay.set("keys") },
      { name: "plan", about: "Plan mode: look and plan, change nothing", run: () => onMode("plan") },
      { name: "permissions", about: "Back to asking for every change", run: () => onMode("ask") },
      ...(runId === null
        ? []
        : [{ name: "stop", about: "Interrupt the run", run: () => void cancelRun(runId) }]),
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
    ],
    [sessionId, onMode, runId, conversationTitle],
  );
}

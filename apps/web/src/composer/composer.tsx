import { ClientError } from "@polylog/client";
import { addressed, type Conversation, liveRun, MAIN, nextMode, webKeyAction } from "@polylog/core";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useAgents } from "../data/agents.ts";
import { client, useSessionPart } from "../data/client.ts";
import { isCancelled } from "../data/confirmations.ts";
import { cancelRun } from "../data/session/cancel-run.ts";
import { draftOf, keepDraft } from "../data/session/drafts.ts";
import { pendingText } from "../data/session/pending-text.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { useSessionAgent } from "../data/session/use-session-agent.ts";
import { putRow } from "../data/sessions.ts";
import { lazyPart } from "../offline/load-part.ts";
import { persistentStore } from "../store/persistent-store.ts";
import { useStore } from "../store/store.ts";
import { focusMessage, isPhone } from "../ui/focus/focus-message.ts";
import { isCovered, isMessage, isTyping } from "../ui/focus/key-target.ts";
import styles from "./composer.module.css";
import { ModelPicker, ModeSwitch } from "./controls.tsx";
import type { Delivery } from "./delivery-switch.tsx";
import { limits } from "./limits.ts";
import { type Prompt, PromptBox, type Sending } from "./prompt-box.tsx";
import { commandSuggestions, meaningOf } from "./suggestions/commands.ts";
import { useCommands } from "./suggestions/use-commands.ts";

const DeliverySwitch = lazyPart(async () => (await import("./delivery-switch.tsx")).DeliverySwitch);
const QueueBanner = lazyPart(async () => (await import("./queue-banner.tsx")).QueueBanner);
const BudgetExceededBanner = lazyPart(
  async () => (await import("../budgets/budget-exceeded-banner.tsx")).BudgetExceededBanner,
);

const busyDelivery = persistentStore<Delivery>("delivery", "auto", (value): value is Delivery =>
  ["auto", "queue"].includes(value as string),
);

const others = { auto: "queue", queue: "auto" } as const;

const emptyQueue = { items: [], paused: null };

/** The field that messages a session's agent. */
export function Composer() {
  const handle = useSessionContext();
  const { sessionId } = handle;
  const { agentId, agent, model, canSteer, projectRoot } = useSessionAgent();
  const { agents } = useAgents();
  const run = useSessionPart(handle, ({ conversation }) => liveRun(conversation));
  const [text, setText] = useState(() => draftOf(sessionId));
  const delivery = useStore(busyDelivery);
  const [failure, setFailure] = useState<string | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  /** Counts messages that a budget refused; each one reloads the budget. */
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
      client.sessions.change({ sessionId, ...what }).then(putRow, (error: Error) => {
        if (isCancelled(error)) setDeclined(what.modeId ?? null);
        else setFailure(error.message);
      });
    },
    [sessionId],
  );
  const cycleMode = () => {
    const next = nextMode(agent?.permissionMode ?? null);
    setDeclined(null);
    // A mode that was just declined is skipped, so that the next one is reachable.
    change({ modeId: next === declined ? nextMode(next) : next });
  };
  const said = useCallback(() => saidIn(handle.conversation), [handle]);
  const commands = useCommands({ onChange: change, agentId, runId: run?.runId ?? null });
  const hasSpoken = useSessionPart(handle, ({ conversation }) => conversation.runs.length > 0);
  useEffect(() => {
    const take = () => {
      const words = pendingText.get();
      if (words?.sessionId !== sessionId) return;
      pendingText.set(null);
      write(words.text);
      focusMessage();
    };
    take();
    return pendingText.subscribe(take);
  }, [sessionId, write]);
  const send = async ({ text: message, images }: Prompt, how: Sending): Promise<boolean> => {
    const meant = meaningOf(message, { local: commands, own: hasSpoken ? (agent?.commands ?? []) : null });
    if (meant.kind === "refused") throw new Error(meant.reason);
    if (meant.kind === "command") {
      meant.run();
      return true;
    }
    const row = projectRoot === null ? await client.sessions.get({ sessionId }) : null;
    const chosen = how === "queue" ? "queue" : how === "usual" ? delivery : others[delivery];
    const sent = client.chat.send({
      projectRoot: projectRoot ?? row?.projectRoot ?? "",
      sessionId,
      ...addressed(
        message,
        agents.map(({ id }) => id),
      ),
      images: images.length === 0 ? undefined : images,
      delivery: run === null ? "auto" : chosen,
    });
    await sent.catch((error: unknown) => {
      if (error instanceof ClientError && error.code === "budget_exceeded") setRefused((times) => times + 1);
      throw error;
    });
    return true;
  };
  const sendLabel = run === null ? "Send" : canSteer && delivery === "auto" ? "Steer" : "Queue";
  useInterruptKey(run?.runId ?? null);
  const isSteered = run !== null && canSteer;
  // Memoized, so that typing does not rebuild it.
  const controls = useMemo(
    () => (
      <>
        <ModeSwitch agent={agent} onMode={(modeId) => change({ modeId })} />
        <ModelPicker model={model} models={agent?.models ?? []} onModel={(modelId) => change({ modelId })} />
        <Suspense>
          {isSteered && <DeliverySwitch delivery={delivery} onDelivery={busyDelivery.set} />}
        </Suspense>
      </>
    ),
    [agent, model, change, isSteered, delivery],
  );
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <Suspense>
          {(stopped !== null || refused > 0) && (
            <BudgetExceededBanner
              queue={agent?.queue ?? emptyQueue}
              mark={`${stopped}/${refused}/${run?.runId}`}
            />
          )}
        </Suspense>
        <Suspense>
          {agent !== undefined && agent.queue.items.length > 0 && (
            <QueueBanner sessionId={sessionId} agentId={agentId} queue={agent.queue} canSteer={canSteer} />
          )}
        </Suspense>
        <PromptBox
          text={text}
          onText={write}
          placeholder={run === null ? `Message ${agentId ?? "the agent"}` : placeholderOf(sendLabel)}
          onSend={send}
          canQueue={run !== null}
          sendLabel={sendLabel}
          commands={useMemo(
            () => commandSuggestions(commands, agent?.commands ?? []),
            [commands, agent?.commands],
          )}
          projectRoot={projectRoot}
          said={said}
          onCycleMode={cycleMode}
          autoFocus
        >
          {controls}
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

function placeholderOf(sendLabel: "Send" | "Steer" | "Queue"): string {
  if (sendLabel === "Queue") return "Queue a message";
  // Phones have no Tab key; they use the switch below the field to queue.
  return isPhone() ? "Steer this run" : "Steer this run · Tab to queue";
}

/** Esc interrupts the run from anywhere, unless something else handles it, such as another field. */
function useInterruptKey(runId: string | null): void {
  useEffect(() => {
    if (runId === null) return;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const isInterrupt = webKeyAction("session", event) === "interrupt";
      if (!isInterrupt || event.defaultPrevented || event.isComposing || isCovered()) return;
      event.preventDefault();
      if (isTyping(target) && !isMessage(target)) focusMessage();
      else void cancelRun(runId);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [runId]);
}

/** The messages that people sent in this session, oldest first. */
function saidIn({ main: { entries } }: Conversation): readonly string[] {
  const said: string[] = [];
  for (let at = entries.length - 1; at >= 0 && said.length < limits.history; at--) {
    const entry = entries.get(at);
    if (entry?.kind === "message" && entry.role === "user" && !entry.hidden) said.push(entry.body.toString());
  }
  return said.reverse();
}

/** The last run, if a budget stopped it. */
function stoppedRun({ runs }: Conversation): string | null {
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs.get(at);
    if (run === undefined || run.lane !== MAIN) continue;
    return run.error?.code === "budget_exceeded" ? run.runId : null;
  }
  return null;
}

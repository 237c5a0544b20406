import { type ContextUsage, liveRun, modeLabel, sessionUsage } from "@polylog/core";
import { CircleStop, Ellipsis, PanelRight } from "lucide-react";
import { client, useConnection, useSessionPart } from "../../../data/client.ts";
import { connectionOf } from "../../../data/connection.ts";
import { cancelRun, useIsCancelling } from "../../../data/session/cancel-run.ts";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { useSessionAgent } from "../../../data/session/use-session-agent.ts";
import { cost, count } from "../../../format/format.ts";
import { ConnectionStatus } from "../../../layout/connection-status.tsx";
import { SidebarButton } from "../../../layout/sidebar-button.tsx";
import { lazyPart } from "../../../offline/load-part.ts";
import { sessionDialog } from "../../../session-actions/session-actions.ts";
import { AgentGlyph } from "../../../ui/agent-glyph.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu } from "../../../ui/menu/menu.tsx";
import { Tooltip } from "../../../ui/tooltip/tooltip.tsx";
import styles from "./header.module.css";

const SessionMenuItems = lazyPart(async () => (await import("./session-menu-items.tsx")).SessionMenuItems);

interface HeaderProps {
  readonly isPanelOpen: boolean;
  readonly onTogglePanel: () => void;
}

/** The session's agent, title and cost, and the stop button. */
export function Header({ isPanelOpen, onTogglePanel }: HeaderProps) {
  const handle = useSessionContext();
  const title = useSessionPart(handle, ({ conversation }) => conversation.title);
  const { agentId, model, agent } = useSessionAgent();
  const mode = agent === undefined ? null : modeLabel(agent);
  const modelName = agent?.models.find(({ id }) => id === model)?.name;
  const link = useConnection(client);
  const state = useSessionPart(handle, (view) => view.state);
  return (
    <header className={styles.header}>
      <SidebarButton />
      <div className={styles.names}>
        <h1 className={styles.title} dir="auto">
          {title ?? "New session"}
        </h1>
        {agentId !== null && (
          <span className={styles.agent}>
            <AgentGlyph agentId={agentId} size={14} />
            {agentId}
            {model !== null && model !== agentId && (
              <span className={styles.model}>{modelName ?? model}</span>
            )}
            {mode !== null && <span className={cx(styles.model, styles.mode)}>{mode}</span>}
          </span>
        )}
      </div>
      <ConnectionStatus connection={connectionOf(link.state, state)} reason={link.error?.message ?? null} />
      <Cost title={title ?? ""} />
      {agent?.context != null && <Context context={agent.context} />}
      <Stop />
      <SessionMenu />
      <IconButton
        label={isPanelOpen ? "Close panel" : "Open panel"}
        aria-pressed={isPanelOpen}
        onClick={onTogglePanel}
      >
        <PanelRight size={16} />
      </IconButton>
    </header>
  );
}

/** The cost of the session. Clicking it opens its budget. */
function Cost({ title }: { readonly title: string }) {
  const usage = useSessionPart(useSessionContext(), ({ conversation }) => conversation.usage);
  // An agent that starts without reporting usage makes the cost a minimum.
  useSessionPart(useSessionContext(), ({ conversation }) => conversation.reporting);
  const { conversation, sessionId } = useSessionContext();
  if (usage.length === 0) return null;
  const total = sessionUsage(conversation);
  const each = total.models.map(
    ({ model, costUsd, costComplete, inputTokens, outputTokens }) =>
      `${model}: ${cost(costUsd, costComplete)}, ${count(inputTokens)} in, ${count(outputTokens)} out`,
  );
  return (
    <Tooltip
      text={<span className={styles.lines}>{["Including subagents", ...each].join("\n")}</span>}
      side="bottom"
    >
      <button
        type="button"
        className={styles.cost}
        aria-label={`Cost ${cost(total.costUsd, total.costComplete)}, budget`}
        onClick={() => sessionDialog.set({ about: "budget", sessionId, title })}
      >
        {cost(total.costUsd, total.costComplete)}
      </button>
    </Tooltip>
  );
}

function Context({ context: { usedTokens, windowTokens } }: { readonly context: ContextUsage }) {
  const share = windowTokens === null || windowTokens === 0 ? null : Math.min(1, usedTokens / windowTokens);
  const text =
    windowTokens === null
      ? `${count(usedTokens)} tokens in context`
      : `Context: ${count(usedTokens)} of ${count(windowTokens)} tokens (${Math.round((share ?? 0) * 100)} %)`;
  return (
    <Tooltip text={text} side="bottom">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the tooltip, too. */}
      <span className={styles.context} role="img" aria-label={text} tabIndex={0}>
        {share === null ? (
          <>
            {count(usedTokens)}
            <span className={styles.unit}>&nbsp;tokens</span>
          </>
        ) : (
          <ContextRing share={share} />
        )}
      </span>
    </Tooltip>
  );
}

function Stop() {
  const run = useSessionPart(useSessionContext(), ({ conversation }) => liveRun(conversation));
  const isCancelling = useIsCancelling(run?.runId ?? null);
  if (run === null) return null;
  return (
    <Button
      size="small"
      className={styles.stop}
      disabled={isCancelling}
      aria-label={isCancelling ? "Cancelling…" : "Stop"}
      onClick={() => void cancelRun(run.runId)}
    >
      <CircleStop size={14} />
      <span className={styles.stopText}>{isCancelling ? "Cancelling…" : "Stop"}</span>
    </Button>
  );
}

/** The circumference of the ring, whose radius is 6. */
const ringLength = 2 * Math.PI * 6;

/** How full the model's context window is. */
function ContextRing({ share }: { readonly share: number }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      className={styles.ring}
      data-full={share > 0.8}
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" className={styles.track} />
      <circle
        cx="8"
        cy="8"
        r="6"
        className={styles.arc}
        strokeDasharray={`${ringLength * share} ${ringLength}`}
      />
    </svg>
  );
}

function SessionMenu() {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Session menu">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <SessionMenuItems />
    </Menu>
  );
}

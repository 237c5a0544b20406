import type { Run, ToolState, UserMessage } from "@polylog/core";
import { findRun } from "@polylog/core";
import { ArrowLeftRight } from "lucide-react";
import { SessionLinkBlock, TextBlock } from "../../cards/blocks/text-blocks.tsx";
import { Disclosure } from "../../cards/disclosure.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { EntryTime } from "./entry-time.tsx";
import styles from "./message.module.css";

interface AgentMessageProps {
  readonly entry: UserMessage;
  readonly exchange: NonNullable<UserMessage["exchange"]>;
}

/** Another agent's message in the receiving session: its sender, and the state of the answer. */
export function AgentMessage({ entry, exchange }: AgentMessageProps) {
  const [chosen, setOpen] = useExpanded(entry.key);
  const run = useSessionPart(useSessionContext(), ({ conversation }) =>
    entry.runId === null ? undefined : findRun(conversation, entry.runId),
  );
  const { summary, state } = answerOf(run);
  const { sender } = entry;
  const who = sender?.name ?? sender?.id ?? "another agent";
  const isOpen = chosen !== false;
  return (
    <Disclosure
      icon={<ArrowLeftRight size={15} />}
      title="Message from"
      object={who}
      summary={summary}
      tone="agent"
      state={state}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen && (
        <>
          <TextBlock
            block={{ kind: "text", text: entry.body.toString(), format: "markdown", collapsed: false }}
          />
          <div className={styles.origin}>
            <SessionLinkBlock
              block={{ kind: "session", sessionId: exchange.sessionId, agentId: who, collapsed: false }}
            />
            <EntryTime entry={entry} />
          </div>
        </>
      )}
    </Disclosure>
  );
}

function answerOf(run: Run | undefined): {
  readonly summary: string | null;
  readonly state: ToolState | null;
} {
  switch (run?.outcome) {
    case undefined:
      return { summary: null, state: null };
    case null:
      return { summary: "Working on it", state: "pending" };
    case "completed":
      return { summary: "Answered", state: "agent-callback" };
    case "failed":
      return { summary: "Failed", state: "error" };
    default:
      return { summary: null, state: "interrupted" };
  }
}

import { firstKey } from "@polylog/core";
import { useSessionAgent } from "../../data/session/use-session-agent.ts";
import { folderName } from "../../format/format.ts";
import { AgentGlyph } from "../../ui/agent-glyph.tsx";
import { KeyCaps } from "../../ui/key-caps.tsx";
import styles from "./empty-conversation.module.css";

/** A session without messages: names the agent and its folder, and shows what the message field can do. */
export function EmptyConversation() {
  const { agentId, projectRoot } = useSessionAgent();
  return (
    <div className={styles.empty}>
      {agentId !== null && <AgentGlyph agentId={agentId} size={28} />}
      <h2 className={styles.title}>
        {agentId ?? "The agent"} is ready{projectRoot === null ? "" : ` in ${folderName(projectRoot)}`}
      </h2>
      <ul className={styles.hints}>
        <li>
          <KeyCaps keys="@" /> mention a file
        </li>
        <li>
          <KeyCaps keys="/" /> run a command
        </li>
        <li>
          <KeyCaps keys={firstKey("web", "next-mode")} /> change permission mode
        </li>
      </ul>
    </div>
  );
}

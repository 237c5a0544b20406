import styles from "./agent-glyph.module.css";

/** A small sign for an agent: its first letter on a colour of its own. Its name always stands beside it. */
export function AgentGlyph({
  agentId,
  size = 16,
}: {
  readonly agentId: string;
  readonly size?: 14 | 16 | 28;
}) {
  return (
    <span className={styles.glyph} data-hue={hueOf(agentId)} data-size={size} aria-hidden="true">
      {agentId.slice(0, 1).toUpperCase()}
    </span>
  );
}

const hues = 7;

function hueOf(agentId: string): number {
  let sum = 4;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}

import { Asterisk, Hexagon, type LucideIcon, Pi, Play } from "lucide-react";
import styles from "./agent-glyph.module.css";

/** Common agents have icons, because some of their first letters are the same. */
const signs: Readonly<Record<string, LucideIcon>> = {
  claude: Asterisk,
  codex: Hexagon,
  demo: Play,
  pi: Pi,
};

const signPx = { 14: 10, 16: 11, 28: 16 } as const;

interface AgentGlyphProps {
  readonly agentId: string;
  readonly size?: 14 | 16 | 28;
}

/** An agent's icon on its own color: a known icon, else its first letter. */
export function AgentGlyph({ agentId, size = 16 }: AgentGlyphProps) {
  const Sign = Object.hasOwn(signs, agentId) ? signs[agentId] : undefined;
  return (
    <span className={styles.glyph} data-hue={hueOf(agentId)} data-size={size} aria-hidden="true">
      {Sign === undefined ? (
        agentId.slice(0, 1).toUpperCase()
      ) : (
        <Sign size={signPx[size]} strokeWidth={2.6} />
      )}
    </span>
  );
}

const hues = 7;

function hueOf(agentId: string): number {
  let sum = 4;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}

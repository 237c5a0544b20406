import { count, plural } from "../../format/format.ts";
import styles from "./tiles.module.css";
import { costText, type Sum, tokensOf } from "./usage-sums.ts";

/** The four most important numbers. */
export function Tiles({ sum, subagents }: { readonly sum: Sum; readonly subagents: Sum }) {
  const costNote = !sum.isCostKnown
    ? "no prices reported"
    : sum.isCostComplete
      ? "including subagents"
      : "some prices unknown";
  return (
    <dl className={styles.tiles}>
      <Tile name="Cost" value={costText(sum)} note={costNote} />
      <Tile
        name="Input"
        value={count(sum.inputTokens + sum.cachedTokens)}
        note={`${count(sum.cachedTokens)} cached`}
      />
      <Tile name="Output" value={count(sum.outputTokens)} note="tokens" />
      <Tile
        name="By subagents"
        value={sum.runs === 0 || tokensOf(sum) === 0 ? "–" : percent(tokensOf(subagents) / tokensOf(sum))}
        note={`of all tokens, ${plural(subagents.runs, "run")}`}
      />
    </dl>
  );
}

function Tile({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div className={styles.tile}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value} data-unknown={value === "unknown"}>
        {value}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

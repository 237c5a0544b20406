import { useState } from "react";
import { count, plural } from "../../format/format.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import styles from "./expandable-text.module.css";

/** Bounds for the collapsed view of a long text. */
const firstLines = 12;
const firstChars = 2_000;

interface ExpandableTextProps {
  readonly text: string;
  /** Names the text for screen readers. */
  readonly label: string;
}

/** A text, verbatim. A long one starts collapsed and expands in place. */
export function ExpandableText({ text, label }: ExpandableTextProps) {
  const [isWhole, setWhole] = useState(false);
  const first = firstOf(text);
  if (first === text) return <ExactText text={text} />;
  const size = first.length < firstChars ? plural(linesIn(text), "line") : `${count(text.length)} characters`;
  return (
    <>
      {isWhole ? (
        <Scroller label={label} className={styles.whole}>
          <ExactText text={text} />
        </Scroller>
      ) : (
        <span className={styles.first}>
          <ExactText text={first} />
        </span>
      )}
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? "Show less" : `Show all ${size}`}
      </button>
    </>
  );
}

function firstOf(text: string): string {
  let end = -1;
  for (let lines = 0; lines < firstLines; lines++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) break;
  }
  const first = end === -1 ? text : text.slice(0, end);
  // A cut inside a surrogate pair would show two invalid characters.
  return first.length <= firstChars ? first : first.slice(0, firstChars).replace(/[\ud800-\udbff]$/, "");
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

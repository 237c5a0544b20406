import { useState } from "react";
import { count, plural } from "../../format/format.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import styles from "./expandable-text.module.css";

/** What is shown of a long text until somebody asks for the rest. */
const firstLines = 12;
const firstChars = 2_000;

interface ExpandableTextProps {
  readonly text: string;
  /** What the text is, for those who reach it by the keyboard. */
  readonly label: string;
}

/** A text exactly as it is. A long one begins folded, and all of it can be read in place. */
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
  // A cut between the halves of a character would show two that are not there.
  return first.length <= firstChars ? first : first.slice(0, firstChars).replace(/[\ud800-\udbff]$/, "");
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

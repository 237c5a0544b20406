import type { DiffHunk, DiffLine } from "@polylog/core";
import { type CSSProperties, Fragment, memo, useState } from "react";
import { plural } from "../../format/format.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./diff.module.css";

const marks = { same: " ", added: "+", removed: "−" } as const;
const tags = { same: "div", added: "ins", removed: "del" } as const;

/**
 * A diff, line by line. A line is one element and its numbers are styles: long conversations have many lines, and a
 * copied diff must contain only its text.
 */
export const DiffBlock = memo(function DiffBlock({
  block: { path, hunks, excerptLines },
}: BlockProps<"diff">) {
  const [isWhole, setWhole] = useState(false);
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const shown = isWhole ? hunks : firstOf(hunks, excerptLines);
  const digits = digitsOf(hunks);
  return (
    <div className={styles.diff}>
      <Scroller label={`Changes in ${path}`} className={styles.scroll}>
        <div className={styles.lines} style={{ "--gutter": gutterWidth(digits) } as CSSProperties}>
          {shown.map((hunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the hunks of a diff have no id and never move.
            <Fragment key={index}>
              {(index > 0 || hunk.heading !== null) && (
                <div className={styles.gap}>{hunk.heading ?? "⋯"}</div>
              )}
              {hunk.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <Line key={at} line={line} digits={digits} />
              ))}
            </Fragment>
          ))}
        </div>
      </Scroller>
      {!isWhole && total > excerptLines && (
        <button type="button" className={styles.more} aria-expanded={false} onClick={() => setWhole(true)}>
          Show {plural(total - excerptLines, "more line")}
        </button>
      )}
    </div>
  );
});

function Line({ line, digits }: { readonly line: DiffLine; readonly digits: number }) {
  const { kind, oldLine, newLine, text } = line;
  const Tag = tags[kind];
  const numbers = [oldLine, newLine].map((number) => `${number ?? ""}`.padStart(digits)).join(" ");
  return (
    <Tag className={styles[kind]} data-gutter={`${digits === 0 ? "" : `${numbers} `}${marks[kind]} `}>
      <ExactText text={text} />
    </Tag>
  );
}

/** Both numbers, the mark, the spaces between them and the padding. */
function gutterWidth(digits: number): string {
  return `calc(${digits === 0 ? 2 : 2 * digits + 4}ch + 14px)`;
}

/** The number of digits that line numbers need; 0 if none is known. */
function digitsOf(hunks: readonly DiffHunk[]): number {
  let most = 0;
  for (const { lines } of hunks)
    for (const { oldLine, newLine } of lines) most = Math.max(most, oldLine ?? 0, newLine ?? 0);
  return most === 0 ? 0 : String(most).length;
}

function firstOf(hunks: readonly DiffHunk[], lines: number): readonly DiffHunk[] {
  const shown: DiffHunk[] = [];
  let left = lines;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(hunk.lines.length <= left ? hunk : { ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}

import type { DiffHunk, DiffLine } from "@polylog/core";
import { Fragment, memo, useState } from "react";
import { plural } from "../../format/format.ts";
import { cx } from "../../ui/cx.ts";
import { Scroller } from "../../ui/scroller.tsx";
import { ExactText } from "../hidden-text.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./diff.module.css";

/** Lines of a diff that are shown before the rest is asked for. */
const firstLines = 60;

const marks = { same: " ", added: "+", removed: "−" } as const;
const spoken = { same: "", added: "Added: ", removed: "Removed: " } as const;

/** What goes and what comes, line by line. */
export const Diff = memo(function Diff({ block: { path, hunks } }: BlockProps<"diff">) {
  const [isWhole, setWhole] = useState(false);
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const shown = isWhole ? hunks : firstOf(hunks);
  const hasNumbers = hunks.some(({ lines }) => lines.some((line) => line.oldLine ?? line.newLine));
  return (
    <div className={styles.diff}>
      <Scroller label={`Changes of ${path}`} className={styles.scroll}>
        <table className={cx(styles.table, !hasNumbers && styles.bare)}>
          <tbody>
            {shown.map((hunk, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the hunks of a diff have no other name and never move.
              <Fragment key={index}>
                {(index > 0 || hunk.heading !== null) && (
                  <tr className={styles.gap}>
                    <td colSpan={4}>{hunk.heading ?? "⋯"}</td>
                  </tr>
                )}
                {hunk.lines.map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <Line key={at} line={line} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Scroller>
      {!isWhole && total > firstLines && (
        <button type="button" className={styles.more} aria-expanded={false} onClick={() => setWhole(true)}>
          Show {plural(total - firstLines, "more line")}
        </button>
      )}
    </div>
  );
});

function Line({ line: { kind, oldLine, newLine, text } }: { readonly line: DiffLine }) {
  return (
    <tr className={styles[kind]}>
      <td className={styles.number}>{oldLine}</td>
      <td className={styles.number}>{newLine}</td>
      <td className={styles.mark}>{marks[kind]}</td>
      <td className={styles.text}>
        {spoken[kind] !== "" && <span className={styles.spoken}>{spoken[kind]}</span>}
        <ExactText text={text} />
      </td>
    </tr>
  );
}

function firstOf(hunks: readonly DiffHunk[]): readonly DiffHunk[] {
  const shown: DiffHunk[] = [];
  let left = firstLines;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(hunk.lines.length <= left ? hunk : { ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}

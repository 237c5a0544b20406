import { type Excerpt, excerptOf } from "@polylog/core";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { client } from "../../../data/client.ts";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { count, plural } from "../../../format/format.ts";
import { cx } from "../../../ui/cx.ts";
import { Scroller } from "../../../ui/scroller.tsx";
import type { BlockProps } from "../block-view.tsx";
import styles from "../blocks.module.css";
import { cleanOutput } from "./clean-output.ts";
import { limits } from "./limits.ts";
import colours from "./terminal-colours.module.css";
import { readColours, styleAfter, type TextStyle } from "./terminal-colours.ts";

/** The output of a program. */
export function OutputBlock({ block }: BlockProps<"output">) {
  const { text, exitCode, totalChars, blobId, excerpt } = block;
  return (
    <div className={styles.output}>
      {totalChars !== null && blobId !== null ? (
        <CutOutput text={text} totalChars={totalChars} blobId={blobId} excerpt={excerpt} />
      ) : (
        <Printed text={text} excerpt={excerpt} />
      )}
      {totalChars !== null && blobId === null && <Beginning text={text} totalChars={totalChars} />}
      {exitCode !== null && exitCode !== 0 && <p className={styles.note}>Exit code {exitCode}</p>}
    </div>
  );
}

interface CutOutputProps {
  readonly text: string;
  readonly totalChars: number;
  readonly blobId: string;
  readonly excerpt: Excerpt;
}

/** The log contains only the beginning; the full output is fetched when the card is opened. */
function CutOutput({ text, totalChars, blobId, excerpt }: CutOutputProps) {
  const { sessionId } = useSessionContext();
  const [whole, setWhole] = useState<{ readonly text: string | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    client.events.blob({ sessionId, blobId }).then(
      (loaded) => isCurrent && setWhole({ text: loaded }),
      // Shows the beginning and states that the rest is missing.
      () => isCurrent && setWhole({ text: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, blobId]);
  if (whole === null) return <p className={styles.note}>Loading {count(totalChars)} characters…</p>;
  if (whole.text !== null) return <Printed text={whole.text} excerpt={excerpt} />;
  return (
    <>
      <Printed text={text} excerpt={excerpt} />
      <Beginning text={text} totalChars={totalChars} />
    </>
  );
}

function Beginning({ text, totalChars }: { readonly text: string; readonly totalChars: number }) {
  return (
    <p className={styles.note}>
      Only the first {count(text.length)} of {count(totalChars)} characters are available.
    </p>
  );
}

/** Opens with the lines of its excerpt. */
function Printed({ text, excerpt }: { readonly text: string; readonly excerpt: Excerpt }) {
  const [isWhole, setWhole] = useState(false);
  const printed = useMemo(() => cleanOutput(text.slice(-limits.outputChars)), [text]);
  const part = useMemo(() => excerptOf(printed, excerpt), [printed, excerpt]);
  const { hiddenLines } = part;
  const shown = isWhole ? printed : part.shown;
  const isEnd = excerpt.from === "end";
  const scroller = useRef<HTMLDivElement>(null);
  // Wrapped lines may need more room than the excerpt has.
  useLayoutEffect(() => {
    if (scroller.current !== null && hiddenLines > 0)
      scroller.current.scrollTop = isWhole || !isEnd ? 0 : scroller.current.scrollHeight;
  }, [isWhole, isEnd, hiddenLines]);
  return (
    <>
      {hiddenLines > 0 && (
        <button
          type="button"
          className={styles.showAll}
          data-tail=""
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show less" : `Show all ${plural(hiddenLines + excerpt.lines, "line")}`}
        </button>
      )}
      {text.length > limits.outputChars && isWhole && (
        <p className={styles.note}>Only the last {count(limits.outputChars)} characters are shown.</p>
      )}
      <Scroller ref={scroller} label="Output" className={cx(styles.mono, styles.outputText)}>
        <Coloured text={shown} before={isEnd ? printed.slice(0, printed.length - shown.length) : ""} />
      </Scroller>
    </>
  );
}

const Coloured = memo(function Coloured({
  text,
  before,
}: {
  readonly text: string;
  readonly before: string;
}) {
  return readColours(text, styleAfter(before)).map(({ text: words, style }, index) => {
    const name = classOf(style);
    return name === "" ? (
      words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an output have no id and never move.
      <span key={index} className={name}>
        {words}
      </span>
    );
  });
});

function classOf({ hue, bold, dim, italic, underline }: TextStyle): string {
  return cx(
    hue !== null && colours[hue],
    bold && colours.bold,
    dim && colours.dim,
    italic && colours.italic,
    underline && colours.underline,
  );
}

import type { Piece, Text } from "@polylog/core";
import { type FollowedText, fenceBody, followText, livePieces } from "@polylog/core";
import { memo, useRef } from "react";
import { cx } from "../ui/cx.ts";
import { CodeBlock } from "./code.tsx";
import styles from "./markdown.module.css";
import { readMarkdown } from "./read-markdown.ts";

/**
 * Finished pieces of one chunk: a long text has few chunks, and what comes after them is all that is looked at and laid
 * out again.
 */
const chunkPieces = 16;

interface StreamedMarkdownProps {
  readonly body: Text;
  readonly live: boolean;
  readonly className?: string | undefined;
}

/** A text that may still grow. Only its unfinished end is read again; each finished piece is drawn once. */
export const StreamedMarkdown = memo(function StreamedMarkdown({
  body,
  live,
  className,
}: StreamedMarkdownProps) {
  const drawn = useRef<Drawn | null>(null);
  const followed = followText(drawn.current?.followed ?? null, body, live);
  drawn.current = { followed, chunks: chunksOf(drawn.current, followed) };
  const { chunks } = drawn.current;
  const { pieces } = followed.state;
  const rest = pieces.slice(chunks.length * chunkPieces);
  return (
    <div className={cx(styles.markdown, className)}>
      {chunks.length > 0 && <Chunks chunks={chunks} />}
      <PieceList pieces={[...rest, ...livePieces(followed.state)]} finished={rest.length} />
    </div>
  );
});

interface Drawn {
  readonly followed: FollowedText;
  /** Finished pieces, as far as they fill whole chunks. */
  readonly chunks: readonly (readonly Piece[])[];
}

function chunksOf(before: Drawn | null, { state: { pieces } }: FollowedText): Drawn["chunks"] {
  const known = before?.followed.state.pieces.get(0) === pieces.get(0) ? (before?.chunks ?? []) : [];
  const whole = Math.floor(pieces.length / chunkPieces);
  if (known.length === whole) return known;
  const chunks = known.slice();
  for (let at = chunks.length; at < whole; at++)
    chunks.push(pieces.slice(at * chunkPieces, (at + 1) * chunkPieces));
  return chunks;
}

/** As one part of the whole: what is laid out again with every word has always the same few neighbours. */
const Chunks = memo(function Chunks({ chunks }: { readonly chunks: Drawn["chunks"] }) {
  return (
    <div className={styles.chunk}>
      {chunks.map((chunk) => (
        <Chunk key={chunk[0]?.start} pieces={chunk} />
      ))}
    </div>
  );
});

const Chunk = memo(function Chunk({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <div className={styles.chunk}>
      <PieceList pieces={pieces} finished={pieces.length} />
    </div>
  );
});

interface PieceListProps {
  readonly pieces: readonly Piece[];
  /** How many of them will never change. */
  readonly finished: number;
}

const PieceList = memo(function PieceList({ pieces, finished }: PieceListProps) {
  return pieces.map((piece, index) => {
    const next = pieces[index + 1];
    const goesOn = next?.kind === "fence" && next.continued;
    return <PieceView key={piece.start} piece={piece} live={index >= finished} goesOn={goesOn} />;
  });
});

interface PieceViewProps {
  readonly piece: Piece;
  readonly live: boolean;
  readonly goesOn: boolean;
}

const PieceView = memo(function PieceView({ piece, live, goesOn }: PieceViewProps) {
  if (piece.kind === "blank") return null;
  if (piece.kind !== "fence") return <MarkdownText text={piece.text} />;
  const { language, continued } = piece;
  return (
    <CodeBlock
      code={fenceBody(piece)}
      language={language}
      live={live}
      joinsBefore={continued}
      joinsAfter={goesOn}
    />
  );
});

/** A whole text, without anything around it. */
const MarkdownText = memo(function MarkdownText({ text }: { readonly text: string }) {
  return readMarkdown(text);
});

/** A whole text, as the talk shows it. */
export function Markdown({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string | undefined;
}) {
  return (
    <div className={cx(styles.markdown, className)}>
      <MarkdownText text={text} />
    </div>
  );
}

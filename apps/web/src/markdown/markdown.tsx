import type { Piece, Text } from "@polylog/core";
import { type FollowedText, fenceBody, followText, livePieces } from "@polylog/core";
import { memo, Suspense, useRef } from "react";
import { lazyPart } from "../offline/load-part.ts";
import { cx } from "../ui/cx.ts";
import { CodeBlock } from "./code.tsx";
import { Formula } from "./formula.tsx";
import styles from "./markdown.module.css";
import { readMarkdown, readWholeMarkdown } from "./read-markdown.ts";

const Diagram = lazyPart(() => import("./diagram/diagram.tsx").then((part) => part.Diagram));

/**
 * Finished pieces per chunk. A long text has few chunks, and only the text after them is parsed and laid out again.
 */
const chunkPieces = 16;

interface StreamedMarkdownProps {
  readonly body: Text;
  readonly live: boolean;
  readonly className?: string | undefined;
}

/** A text that may still grow. Only its unfinished end is parsed again; each finished piece is drawn once. */
export const StreamedMarkdown = memo(function StreamedMarkdown({
  body,
  live,
  className,
}: StreamedMarkdownProps) {
  const drawn = useRef<Drawn | null>(null);
  const followed = followText(drawn.current?.followed ?? null, body, live);
  drawn.current = { followed, chunks: chunksOf(drawn.current, followed) };
  const { chunks } = drawn.current;
  const rest = followed.state.pieces.slice(chunks.length * chunkPieces);
  const open = [...rest, ...livePieces(followed.state)];
  const all = open.length === 0 ? chunks : [...chunks, open];
  return (
    <div className={cx(styles.markdown, className)}>
      {all.map((pieces, index) => (
        <Chunk
          key={pieces[0]?.start}
          pieces={pieces}
          finished={pieces === open ? rest.length : pieces.length}
          goesOn={isContinued(all[index + 1]?.[0])}
        />
      ))}
    </div>
  );
});

interface Drawn {
  readonly followed: FollowedText;
  /** Finished pieces that fill whole chunks. */
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

interface ChunkProps {
  readonly pieces: readonly Piece[];
  /** The number of pieces that can no longer change. */
  readonly finished: number;
  /** Its last piece is code that continues in the next chunk. */
  readonly goesOn: boolean;
}

/** The last chunk is drawn before it is full, so that a piece stays where it was first drawn. */
const Chunk = memo(function Chunk({ pieces, finished, goesOn }: ChunkProps) {
  return (
    <div className={styles.chunk}>
      {pieces.map((piece, index) => (
        <PieceView
          key={piece.start}
          piece={piece}
          live={index >= finished}
          goesOn={index === pieces.length - 1 ? goesOn : isContinued(pieces[index + 1])}
        />
      ))}
    </div>
  );
});

function isContinued(piece: Piece | undefined): boolean {
  return piece?.kind === "fence" && piece.continued;
}

interface PieceViewProps {
  readonly piece: Piece;
  readonly live: boolean;
  readonly goesOn: boolean;
}

const PieceView = memo(function PieceView({ piece, live, goesOn }: PieceViewProps) {
  if (piece.kind === "blank") return null;
  if (piece.kind !== "fence") return <MarkdownText text={piece.text} />;
  const { language, continued } = piece;
  const isWhole = !live && !continued && !goesOn;
  if (language === "math" && isWhole) return <Formula tex={fenceBody(piece)} display />;
  if (language === "mermaid" && isWhole) {
    const source = fenceBody(piece);
    return (
      <Suspense fallback={<CodeBlock code={source} language={language} />}>
        <Diagram source={source} />
      </Suspense>
    );
  }
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

/** A whole text without a wrapper. */
const MarkdownText = memo(function MarkdownText({ text }: { readonly text: string }) {
  return readMarkdown(text);
});

/** A whole text as shown in a conversation. */
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

/** A text that a person decides on: nothing is left out. */
export const WholeMarkdown = memo(function WholeMarkdown({ text }: { readonly text: string }) {
  return <div className={styles.markdown}>{readWholeMarkdown(text)}</div>;
});

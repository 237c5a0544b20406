import styles from "./snippet.module.css";
import { stripMarkdown } from "./strip-markdown.ts";

const opens = "\uE000";
const closes = "\uE001";

/** Text around a match, with the match highlighted. */
export function Snippet({ text }: { readonly text: string }) {
  const [before = "", ...rest] = stripMarkdown(text).split(opens);
  return (
    <>
      {before}
      {rest.map((piece, index) => {
        const [marked = "", after = ""] = piece.split(closes);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no id.
          <span key={index}>
            <mark className={styles.mark}>{marked}</mark>
            {after}
          </span>
        );
      })}
    </>
  );
}

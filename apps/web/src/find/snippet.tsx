import styles from "./snippet.module.css";
import { stripMarkdown } from "./strip-markdown.ts";

const opens = "\uE000";
const closes = "\uE001";

/** Text around what was found; the words themselves are marked. */
export function Snippet({ text }: { readonly text: string }) {
  const [before = "", ...rest] = stripMarkdown(text).split(opens);
  return (
    <>
      {before}
      {rest.map((piece, index) => {
        const [marked = "", after = ""] = piece.split(closes);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place.
          <span key={index}>
            <mark className={styles.mark}>{marked}</mark>
            {after}
          </span>
        );
      })}
    </>
  );
}

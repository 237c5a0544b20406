import { exactParts } from "@polylog/core";
import { Fragment } from "react";
import styles from "./hidden-text.module.css";

/** A text exactly as it is. */
export function ExactText({ text }: { readonly text: string }) {
  let at = 0;
  return exactParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    if (part.hidden === null) return <Fragment key={key}>{part.text}</Fragment>;
    return (
      <span key={key} className={styles.hidden} title={`Hidden character ${part.hidden}`}>
        {part.hidden}
      </span>
    );
  });
}

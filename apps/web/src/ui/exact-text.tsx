import { exactParts } from "@polylog/core";
import { Fragment } from "react";
import styles from "./exact-text.module.css";

/** A text, verbatim. Invisible characters are shown by code and name. */
export function ExactText({ text }: { readonly text: string }) {
  let at = 0;
  return exactParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    const { hidden, name } = part;
    if (hidden === null) return <Fragment key={key}>{part.text}</Fragment>;
    const label = name === null ? hidden : `${hidden} ${name}`;
    return (
      <span
        key={key}
        className={styles.hidden}
        role="img"
        aria-label={`Hidden character ${label}`}
        title={label}
      >
        {label}
      </span>
    );
  });
}

import { Fragment } from "react";
import styles from "./hidden-text.module.css";

/**
 * Characters that do something but show nothing: controls, directions of writing, joiners, spaces that look like other
 * ones. What a person is asked to allow must not hold anything that they cannot see.
 */
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
  [0xe0000, 0xe0fff],
];

const escaped = (code: number) => `\\u{${code.toString(16)}}`;
const hidden = new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join("")}]`, "u");
const around = new RegExp(`(${hidden.source})`, "gu");

/** A text exactly as it is. */
export function ExactText({ text }: { readonly text: string }) {
  if (!hidden.test(text)) return text;
  let at = 0;
  return text.split(around).map((part) => {
    const key = at;
    at += part.length;
    if (!hidden.test(part)) return <Fragment key={key}>{part}</Fragment>;
    const name = `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    return (
      <span key={key} className={styles.hidden} title={`Hidden character ${name}`}>
        {name}
      </span>
    );
  });
}

export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

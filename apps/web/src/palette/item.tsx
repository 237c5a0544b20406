import { Command } from "cmdk";
import { createContext, type ReactNode, use } from "react";
import { KeyCaps } from "../ui/key-caps.tsx";
import styles from "./palette.module.css";

export type Run = (work: () => void) => void;

interface ItemProps {
  /** The text that search matches; unique among all items. */
  readonly value: string;
  /** The label, if it is not the whole of `value`. */
  readonly name?: string;
  readonly icon: ReactNode;
  readonly detail?: ReactNode;
  readonly keys?: string;
  readonly isAlways?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function Item({
  value,
  name = value,
  icon,
  detail,
  keys,
  isAlways = false,
  onSelect,
  children,
}: ItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={[name]}
      forceMount={isAlways}
      className={styles.item}
      onSelect={onSelect}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>{children}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {keys !== undefined && <KeyCaps keys={keys} />}
    </Command.Item>
  );
}

interface ItemsProps {
  readonly heading: string;
  /** Shown regardless of the typed text. */
  readonly isAlways?: boolean;
  readonly children: ReactNode;
}

const IsOneGroup = createContext(false);

export function Items({ heading, isAlways = false, children }: ItemsProps) {
  const isOneGroup = use(IsOneGroup);
  if (isOneGroup && !isAlways) return children;
  return (
    <Command.Group heading={heading} forceMount={isAlways} className={styles.group}>
      {children}
    </Command.Group>
  );
}

/** While searching, all matches are one group, because cmdk only sorts within a group. */
export function Matches({
  isSearching,
  children,
}: {
  readonly isSearching: boolean;
  readonly children: ReactNode;
}) {
  if (!isSearching) return children;
  return (
    <Items heading="Best matches">
      <IsOneGroup value={true}>{children}</IsOneGroup>
    </Items>
  );
}

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import field from "./field.module.css";
import styles from "./select.module.css";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The label is shown above it. */
  readonly isNamed?: boolean;
  readonly children: ReactNode;
}

/** The native select, which works best on phones. */
export function Select({ label, value, onChange, isNamed = false, children }: SelectProps) {
  const list = (
    <span className={styles.select}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
      <ChevronDown size={14} />
    </span>
  );
  if (!isNamed) return list;
  return (
    <div className={field.field}>
      <span className={field.label} aria-hidden="true">
        {label}
      </span>
      {list}
    </div>
  );
}

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./select.module.css";

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

/** The system's own list, which on a phone is the best there is. */
export function Select({ label, value, onChange, children }: SelectProps) {
  return (
    <span className={styles.select}>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
      <ChevronDown size={14} />
    </span>
  );
}

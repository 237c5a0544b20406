import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";
import styles from "./field.module.css";

type TextFieldProps = ComponentProps<"input"> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
};

/** A text field with a label above it. */
export function TextField({ label, hint, error = null, className, ...rest }: TextFieldProps) {
  const id = useId();
  const told = error ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        dir="auto"
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error !== null}
        aria-describedby={told === undefined ? undefined : `${id}-hint`}
      />
      {told !== undefined && (
        <p id={`${id}-hint`} className={error === null ? styles.hint : styles.error}>
          {told}
        </p>
      )}
    </div>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea dir="auto" {...rest} className={cx(styles.input, styles.area, className)} />;
}

import { useId } from "react";
import styles from "./segments.module.css";

interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly choices: readonly { readonly id: Id; readonly name: string }[];
  readonly onChoose: (id: Id) => void;
}

/** A choice among a few options that are all visible. */
export function Segments<Id extends string>({ label, value, choices, onChoose }: SegmentsProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className={styles.segment} data-chosen={choice.id === value}>
          <input
            type="radio"
            name={name}
            checked={choice.id === value}
            onChange={() => onChoose(choice.id)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

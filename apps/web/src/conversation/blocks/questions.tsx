import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

/** What was asked; the ask itself, with its buttons, is an entry of its own. */
export function Questions({ block: { questions } }: BlockProps<"question">) {
  return questions.map(({ question, options }) => (
    <div key={question} className={styles.question}>
      <p>{question}</p>
      {options.length > 0 && (
        <ul className={styles.options}>
          {options.map(({ label, description }) => (
            <li key={label}>
              {label}
              {description !== undefined && <span className={styles.detail}> {description}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  ));
}

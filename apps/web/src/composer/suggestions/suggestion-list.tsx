import { useEffect, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import styles from "./suggestion-list.module.css";
import type { Suggestion } from "./use-suggestions.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** A list above the field. The focus stays in the field, which names the active option. */
export function SuggestionList({ id, suggestions, active, onTake }: SuggestionListProps) {
  const current = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with the index.
  useEffect(() => {
    // Braces, because some browsers return a value here that React would treat as a cleanup.
    current.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="Suggestions">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: see above.
        <div
          key={suggestion.name}
          id={`${id}-${index}`}
          ref={index === active ? current : null}
          className={cx(styles.item, index === active && styles.active)}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span className={styles.name}>{suggestion.name}</span>
          {suggestion.detail !== null && <span className={styles.detail}>{suggestion.detail}</span>}
        </div>
      ))}
    </div>
  );
}

import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { ExactText } from "../../ui/exact-text.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck } as const;
const names = { pending: "To do", in_progress: "In progress", completed: "Done" } as const;

interface Item {
  readonly content: string;
  readonly status: keyof typeof icons;
  readonly activeForm?: string | undefined;
  readonly priority?: "high" | "medium" | "low" | undefined;
}

export function Todos({ block: { items } }: BlockProps<"todo">) {
  return <TodoList items={items} />;
}

export function TodoList({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className={styles.todos}>
      {items.map(({ content, status, activeForm, priority = "medium" }, index) => {
        const Icon = icons[status];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may read alike, and the list comes as a whole.
          <li key={index} className={styles.todo} data-status={status}>
            <Icon size={14} aria-label={names[status]} />
            <span>
              <ExactText text={status === "in_progress" ? (activeForm ?? content) : content} />
            </span>
            {priority !== "medium" && (
              <span className={styles.priority} data-priority={priority}>
                {priority}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

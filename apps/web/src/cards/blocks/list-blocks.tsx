import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { Fragment } from "react";
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

export function TodoBlock({ block: { items } }: BlockProps<"todo">) {
  return <TodoList items={items} />;
}

export function TodoList({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className={styles.todos}>
      {items.map(({ content, status, activeForm, priority = "medium" }, index) => {
        const Icon = icons[status];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same text, and the list is replaced as a whole.
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

export function FieldsBlock({ block: { fields } }: BlockProps<"fields">) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <ExactText text={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** File names, never file contents. */
export function FilesBlock({ block: { files } }: BlockProps<"files">) {
  return (
    <ul className={styles.files}>
      {files.map(({ path, line, detail }) => (
        <li key={path} className={styles.file}>
          {line === null ? path : `${path}:${line}`}
          {detail !== null && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Only links that core has validated. */
export function LinksBlock({ block: { links } }: BlockProps<"links">) {
  return (
    <ul className={styles.links}>
      {links.map(({ url, title, detail }) => (
        <li key={url} className={styles.link}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
            {title ?? url}
          </a>
          {(title !== null || detail !== null) && (
            <span className={styles.detail}>{detail ?? new URL(url).host}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The questions of an ask. The ask with its buttons is a separate entry. */
export function QuestionsBlock({ block: { questions } }: BlockProps<"question">) {
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

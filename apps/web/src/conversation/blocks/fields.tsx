import { Fragment } from "react";
import { ExactText } from "../../ui/exact-text.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

export function Fields({ block: { fields } }: BlockProps<"fields">) {
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

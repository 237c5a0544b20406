import type { InputField } from "@polylog/core";
import { Fragment } from "react";
import { ExpandableText } from "../cards/blocks/expandable-text.tsx";
import { ExactText } from "../ui/exact-text.tsx";
import styles from "./field-list.module.css";

/** Fields with their full text. */
export function FieldList({ fields }: { readonly fields: readonly InputField[] }) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, text }) => (
        <Fragment key={name}>
          <dt>
            <ExactText text={name} />
          </dt>
          <dd>
            <ExpandableText text={text} label={name} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

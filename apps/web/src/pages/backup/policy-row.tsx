import type { BackupPolicy, Role } from "@polylog/client";
import { inputFields } from "@polylog/core";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { FieldList } from "../../asks/field-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ExactText } from "../../ui/exact-text.tsx";
import { roleNames } from "../devices/roles.ts";
import styles from "./backup.module.css";
import { isDevice } from "./policy-groups.ts";
import { shortTitle } from "./short-title.ts";

interface PolicyRowProps {
  readonly policy: BackupPolicy;
  readonly isSelected: boolean;
  readonly isFixed: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

export function PolicyRow({ policy, isSelected, isFixed, onSelect }: PolicyRowProps) {
  const { title, change } = policy;
  const id = useId();
  const warning = isSelected && isDevice(policy) ? accessWarning(policy) : null;
  return (
    <li className={styles.row}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isFixed}
          aria-describedby={warning === null ? undefined : id}
          onChange={({ target }) => onSelect(target.checked)}
        />
        <span className={styles.title}>
          <ExactText text={shortTitle(title)} />
        </span>
        <Badge tone={change === "added" ? "live" : "waiting"}>{change === "added" ? "New" : "Changed"}</Badge>
      </label>
      {warning !== null && (
        <p id={id} className={styles.warning}>
          <TriangleAlert size={14} />
          <span>
            <ExactText text={warning} />
          </span>
        </p>
      )}
      <Content policy={policy} />
    </li>
  );
}

/** The whole content of an entry. It is rendered when opened, because there may be a thousand entries. */
function Content({ policy: { title, value } }: { readonly policy: BackupPolicy }) {
  const [isOpen, setOpen] = useState(false);
  const wholeTitle = shortTitle(title) === title ? [] : [{ name: "title", text: title }];
  const fields = [...wholeTitle, ...inputFields(value)];
  return (
    <details className={styles.content} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show content</summary>
      {isOpen && (fields.length === 0 ? <p>Empty</p> : <FieldList fields={fields} />)}
    </details>
  );
}

function accessWarning({ value }: BackupPolicy): string {
  const { role } = (value ?? {}) as { readonly role?: unknown };
  if (typeof role !== "string" || !Object.hasOwn(roleNames, role))
    return `This device gets access again with the role ${String(role)}.`;
  const { name, about } = roleNames[role as Role];
  return `This device gets access again with the role ${name}: ${about.charAt(0).toLowerCase()}${about.slice(1)}.`;
}

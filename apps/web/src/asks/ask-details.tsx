import { type AskDescription, cutText, untoldText } from "@polylog/core";
import { Folder, TriangleAlert } from "lucide-react";
import { BlockView } from "../cards/blocks/block-view.tsx";
import { ExpandableText } from "../cards/blocks/expandable-text.tsx";
import { ExactText } from "../ui/exact-text.tsx";
import styles from "./ask-details.module.css";
import { FieldList } from "./field-list.tsx";

/** Everything that happens if the ask is approved, as core describes it. */
export function AskDetails({ ask }: { readonly ask: AskDescription }) {
  const { objects, changes, fields, directory, project, reason, hasHidden, isUntold, cut } = ask;
  const commands = objects.filter(({ kind }) => kind === "command");
  const open = fields.filter(({ shownAs }) => shownAs === null);
  return (
    <>
      {reason !== null && (
        <div className={styles.reason}>
          <ExpandableText text={reason} label="Reason" />
        </div>
      )}
      {hasHidden && <Warning text="Contains hidden characters, shown by their code and name." />}
      {isUntold && <Warning text={untoldText} />}
      {cut !== null && <Warning text={cutText(cut)} />}
      {commands.map(({ text }) => (
        <BlockView key={text} block={{ kind: "command", command: text, cwd: null, collapsed: false }} />
      ))}
      {changes.length > 0 && (
        <div className={styles.changes}>
          {changes.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an ask have no id and never move.
            <BlockView key={index} block={block} />
          ))}
        </div>
      )}
      {open.length > 0 && <FieldList fields={open} />}
      {(directory !== null || project !== null) && (
        <p className={styles.place}>
          <Folder size={13} role="img" aria-label="In folder" />
          {directory !== null && (
            <span>
              <ExactText text={directory} />
            </span>
          )}
          {project !== null && project.root !== directory && (
            <span className={styles.project} title={project.root}>
              {directory !== null && "· "}project <ExactText text={project.name} />
            </span>
          )}
        </p>
      )}
      {/* Objects and folders are shown verbatim, a change is built from its fields. */}
      {fields.some(({ shownAs }) => shownAs === "change") && (
        <details className={styles.input}>
          <summary>Full input</summary>
          <FieldList fields={fields} />
        </details>
      )}
    </>
  );
}

function Warning({ text }: { readonly text: string }) {
  return (
    <p className={styles.warning}>
      <TriangleAlert size={14} />
      {text}
    </p>
  );
}

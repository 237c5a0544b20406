import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

/** Names of files; never what is in them. */
export function Files({ block: { files } }: BlockProps<"files">) {
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

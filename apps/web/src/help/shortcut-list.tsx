import { keyHelp } from "@polylog/core";
import { KeyCaps } from "../ui/key-caps.tsx";
import styles from "./shortcut-list.module.css";

/** All keyboard shortcuts, by where they work. */
export function ShortcutList() {
  return (
    <div className={styles.groups}>
      {keyHelp("web").map(({ heading, rows }) => (
        <section key={heading} className={styles.group} aria-label={heading}>
          <h3 className={styles.name}>{heading}</h3>
          <dl>
            {rows.map(({ keys, help }) => (
              <div key={help} className={styles.key}>
                <dt>{help}</dt>
                <dd>
                  {keys.map((each) => (
                    <KeyCaps key={each} keys={each} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

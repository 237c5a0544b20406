import { keyHelp } from "@polylog/core";
import { Keys } from "../ui/key-caps.tsx";
import styles from "./shortcut-list.module.css";

/** All keys, by where they work. */
export function KeysList() {
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
                    <Keys key={each} keys={each} />
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

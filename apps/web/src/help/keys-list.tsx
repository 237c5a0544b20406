import { Keys } from "../ui/keys.tsx";
import { keyGroups } from "./keys.ts";
import styles from "./keys-list.module.css";

/** All keys, by where they work. */
export function KeysList() {
  return (
    <div className={styles.groups}>
      {keyGroups.map(({ name, keys }) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h3 className={styles.name}>{name}</h3>
          <dl>
            {keys.map(([chord, about]) => (
              <div key={chord} className={styles.key}>
                <dt>{about}</dt>
                <dd>
                  {chord.split(" ").map((each) => (
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

import { KeysList } from "../../help/keys-list.tsx";
import styles from "./settings.module.css";

export function KeysSection() {
  return (
    <section className={styles.group} aria-labelledby="keys-heading">
      <h2 id="keys-heading" className={styles.heading}>
        Keys
      </h2>
      <KeysList />
    </section>
  );
}

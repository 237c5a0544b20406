import styles from "./context-ring.module.css";

const length = 2 * Math.PI * 6;

/** How full the model's window is. */
export function ContextRing({ share }: { readonly share: number }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      className={styles.ring}
      data-full={share > 0.8}
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" className={styles.track} />
      <circle cx="8" cy="8" r="6" className={styles.arc} strokeDasharray={`${length * share} ${length}`} />
    </svg>
  );
}

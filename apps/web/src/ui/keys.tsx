import styles from "./keys.module.css";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key or a chord, such as "Mod+K". */
export function Keys({ keys }: { readonly keys: string }) {
  const shown = keys
    .split("+")
    .map((key) => (key === "Mod" ? (isMac ? "⌘" : "Ctrl") : key === "Shift" && isMac ? "⇧" : key));
  return <kbd className={styles.keys}>{shown.join(isMac ? "" : "+")}</kbd>;
}

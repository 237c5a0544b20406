import styles from "./key-caps.module.css";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const names: Readonly<Record<string, string>> = {
  ...{ Mod: isMac ? "⌘" : "Ctrl", Shift: isMac ? "⇧" : "Shift" },
  ...{ Up: "↑", Down: "↓" },
};

/** A key in the notation of the key bindings: "Mod+K", or "Esc Esc" for two presses. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  const shown = keys.split(" ").map((key) =>
    key
      .split("+")
      .map((part) => names[part] ?? part)
      .join(isMac ? "" : "+"),
  );
  return <kbd className={styles.keys}>{shown.join(" ")}</kbd>;
}

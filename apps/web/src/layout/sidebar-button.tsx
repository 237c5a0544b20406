import { Menu } from "lucide-react";
import { useAsks } from "../data/asks.ts";
import { IconButton } from "../ui/button.tsx";
import { drawer } from "./layout-state.ts";
import styles from "./sidebar-button.module.css";
import { useNarrow } from "./use-narrow.ts";

/** Opens the drawer with the sessions. */
export function SidebarButton() {
  const { asks } = useAsks();
  if (!useNarrow()) return null;
  return (
    <IconButton
      label={asks.length === 0 ? "Sessions" : `Sessions, ${asks.length} waiting for you`}
      className={styles.button}
      onClick={() => drawer.set(true)}
    >
      <Menu size={18} />
      {asks.length > 0 && <span className={styles.dot} />}
    </IconButton>
  );
}

import { ArrowDown } from "lucide-react";
import styles from "./jump-to-end-button.module.css";

interface JumpToEndButtonProps {
  readonly missed: number;
  readonly onJump: () => void;
}

export function JumpToEndButton({ missed, onJump }: JumpToEndButtonProps) {
  return (
    <button type="button" className={styles.pill} onClick={onJump}>
      <ArrowDown size={14} />
      {missed > 0 ? `${missed} new` : "Jump to latest"}
    </button>
  );
}

import type { ToolApproval } from "@polylog/core";
import { ShieldCheck } from "lucide-react";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import styles from "./approval-mark.module.css";

/** Nobody was asked about a call: says which rule or mode approved it. */
export function ApprovalMark({ approval: { by } }: { readonly approval: ToolApproval }) {
  const text = `Auto-approved: ${by}`;
  return (
    <Tooltip text={text} opensOnPress>
      <button
        type="button"
        className={styles.mark}
        aria-label={text}
        // Escape closes the tooltip here; it must not stop the run as well.
        onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      >
        <ShieldCheck size={14} />
      </button>
    </Tooltip>
  );
}

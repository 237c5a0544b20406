import type { Confirmation } from "@polylog/client";
import { useEffect } from "react";
import type { PendingConfirmation } from "../data/confirmations.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import styles from "./confirm-dialog.module.css";

const words: Readonly<Record<Confirmation["action"], { readonly title: string; readonly button: string }>> = {
  full_access: { title: "Confirm full access", button: "Give full access" },
  restore: { title: "Confirm restore", button: "Restore" },
  import_session: { title: "Confirm import", button: "Import" },
  owner_device: { title: "Confirm new owner", button: "Make owner" },
};

/** Confirms an action that a single click must not start. Cancel has the focus, so Enter changes nothing. */
export function ConfirmDialog({ of: { confirmation, answer } }: { readonly of: PendingConfirmation }) {
  const { action, text, expiresTs } = confirmation;
  useEffect(() => {
    const timer = setTimeout(() => answer(false), Math.max(0, expiresTs - Date.now()));
    return () => clearTimeout(timer);
  }, [answer, expiresTs]);
  const { title, button } = words[action];
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={title}
      about={<span className={styles.text}>{text}</span>}
    >
      <DialogActions>
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button look="danger" onClick={() => answer(true)}>
          {button}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

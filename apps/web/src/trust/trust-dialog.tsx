import type { TrustedFolder } from "@polylog/client";
import { client } from "../data/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { tell } from "../ui/toasts.tsx";
import styles from "./trust-dialog.module.css";

interface TrustDialogProps {
  readonly folder: TrustedFolder;
  readonly onClose: () => void;
  /** It is trusted now. */
  readonly onTrusted: () => void;
}

/** Names everything that may run from then on, before anybody says yes. */
export function TrustDialog({ folder, onClose, onTrusted }: TrustDialogProps) {
  const trust = () => {
    onClose();
    client.setTrust(folder.projectRoot, true).then(onTrusted, (error: Error) => tell(error.message));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Trust this folder?"
      about="What it brings along may then run programs as you, with all that you may do."
    >
      <p className={styles.folder}>{folder.projectRoot}</p>
      <ul className={styles.waiting}>
        {folder.waiting.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button look="primary" onClick={trust}>
          Trust it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

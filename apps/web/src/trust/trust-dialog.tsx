import type { TrustedFolder } from "@polylog/client";
import { client } from "../data/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import { showToast } from "../ui/toasts.tsx";
import styles from "./trust-dialog.module.css";
import { TrustFiles } from "./trust-files.tsx";

interface TrustDialogProps {
  readonly folder: TrustedFolder;
  readonly onClose: () => void;
  /** The folder is trusted now, or its files have changed since they were shown. */
  readonly onDone: () => void;
}

/** Names every file that will run, before trust is given. Trust applies to the files as shown. */
export function TrustDialog({ folder, onClose, onDone }: TrustDialogProps) {
  const { projectRoot, unchecked, digest } = folder;
  const canTrust = unchecked.length === 0;
  const trust = () => {
    onClose();
    client.trust.set({ projectRoot, trusted: true, digest }).then(onDone, (error: Error) => {
      showToast(error.message);
      onDone();
    });
  };
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={folder.wasTrusted ? "Trust the changed files?" : "Trust this folder?"}
      about="These files can run programs as you. Review them first. Polylog asks again when a file changes."
    >
      <p className={styles.folder}>{projectRoot}</p>
      <TrustFiles folder={folder} />
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button look="primary" onClick={trust} disabled={!canTrust}>
          Trust folder
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { Dialog } from "../ui/dialog/dialog.tsx";
import { KeysList } from "./shortcut-list.tsx";

/** All keys on one sheet. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys" width="wide">
      <KeysList />
    </Dialog>
  );
}

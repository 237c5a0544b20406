import { Dialog } from "../ui/dialog/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

/** All keys on one sheet. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys" width="wide">
      <ShortcutList />
    </Dialog>
  );
}

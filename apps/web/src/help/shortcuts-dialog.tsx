import { Dialog } from "../ui/dialog/dialog.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

/** All keyboard shortcuts in one dialog. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" width="wide">
      <ShortcutList />
    </Dialog>
  );
}

import { X } from "lucide-react";
import { createStore, useStore } from "../store/store.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toasts.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly name: string; readonly run: () => void } | undefined;
}

const shownMs = 8000;
const most = 3;
const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** Shows a short message about a finished action, with an optional undo. */
export function showToast(text: string, action?: Toast["action"]): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get(), { id, text, action }].slice(-most));
  setTimeout(() => drop(id), shownMs);
}

function drop(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {action !== undefined && (
            <Button
              size="small"
              look="ghost"
              className={styles.action}
              onClick={() => {
                drop(id);
                action.run();
              }}
            >
              {action.name}
            </Button>
          )}
          <IconButton label="Dismiss" onClick={() => drop(id)}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
    </div>
  );
}

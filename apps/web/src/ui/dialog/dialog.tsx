import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../offline/load-part.ts";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly width?: "narrow" | "wide";
}

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly side: "left" | "right" | "bottom";
  readonly children: ReactNode;
}

/** Dialogs come with the first that is opened. */
const OpenedDialog = lazyPart(async () => (await import("./opened-dialog.tsx")).OpenedDialog);
const OpenedSheet = lazyPart(async () => (await import("./opened-dialog.tsx")).OpenedSheet);

/** A question or a form before everything else. */
export function Dialog(props: DialogProps) {
  if (!useWasOpen(props.open)) return null;
  return (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  );
}

/** What is a column on a wide screen, laid over the page on a narrow one. */
export function Sheet(props: SheetProps) {
  if (!useWasOpen(props.open)) return null;
  return (
    <Suspense>
      <OpenedSheet {...props} />
    </Suspense>
  );
}

/** Once it was open it stays, so that it can close in its own way. */
function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}

/** Buttons at a dialog's end. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}

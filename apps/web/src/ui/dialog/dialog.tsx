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

/** The code of dialogs loads with the first one. */
const OpenedDialog = lazyPart(async () => (await import("./opened-dialog.tsx")).OpenedDialog);
const OpenedSheet = lazyPart(async () => (await import("./opened-dialog.tsx")).OpenedSheet);

/** A modal question or form. */
export function Dialog(props: DialogProps) {
  if (!useWasOpen(props.open)) return null;
  return (
    <Suspense>
      <OpenedDialog {...props} />
    </Suspense>
  );
}

/** A column of a wide screen that covers the page on a narrow one. */
export function Sheet(props: SheetProps) {
  if (!useWasOpen(props.open)) return null;
  return (
    <Suspense>
      <OpenedSheet {...props} />
    </Suspense>
  );
}

/** Stays mounted after the first opening, so that it can animate its closing. */
function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}

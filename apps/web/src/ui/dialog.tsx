import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly width?: "narrow" | "wide";
}

/** A question or a form before everything else. The scrim is ours: Radix's own would write a style into the page. */
export function Dialog({ open, onClose, title, about, children, width = "narrow" }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className={styles.scrim} aria-hidden="true" />
        <Radix.Content
          className={cx(styles.dialog, styles[width])}
          onOpenAutoFocus={focusFirst}
          {...(about === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className={styles.header}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" keys="Esc">
                <X size={16} />
              </IconButton>
            </Radix.Close>
          </header>
          {about !== undefined && <Radix.Description className={styles.about}>{about}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The first field, with its text selected; else the first of the buttons at the end, which changes nothing. */
function focusFirst(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  const first = content.querySelector<HTMLElement>("input, textarea, footer button");
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
}

/** Buttons at a dialog's end. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly side: "left" | "right" | "bottom";
  readonly children: ReactNode;
}

/** What is a column on a wide screen, laid over the page on a narrow one. */
export function Sheet({ open, onClose, title, side, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className={styles.scrim} aria-hidden="true" />
        <Radix.Content
          className={cx(styles.sheet, styles[side])}
          aria-describedby={undefined}
          // On a phone a field with the focus brings the keyboard up.
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <Radix.Title className={styles.hidden}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

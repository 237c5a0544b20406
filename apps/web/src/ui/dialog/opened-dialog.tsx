import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { IconButton } from "../button.tsx";
import { cx } from "../cx.ts";
import { useRestoreFocus } from "../focus/use-restore-focus.ts";
import styles from "./dialog.module.css";
import type { DialogProps, SheetProps } from "./dialog.tsx";

/** A modal question or form. The backdrop is our own, because Radix's writes a style into the page. */
export function OpenedDialog({ open, onClose, title, about, children, width = "narrow" }: DialogProps) {
  const restoreFocus = useRestoreFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className={styles.scrim} aria-hidden="true" />
        <Radix.Content
          className={cx(styles.dialog, styles[width])}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={restoreFocus}
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

/** Focuses the first field and selects its text; else the first button at the end, which changes nothing. */
function focusFirst(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  const first = content.querySelector<HTMLElement>("input, textarea, footer button");
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
}

/** A column of a wide screen that covers the page on a narrow one. */
export function OpenedSheet({ open, onClose, title, side, children }: SheetProps) {
  const restoreFocus = useRestoreFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <div className={styles.scrim} aria-hidden="true" />
        <Radix.Content
          className={cx(styles.sheet, styles[side])}
          aria-describedby={undefined}
          // On a phone, focusing a field would open the keyboard.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={restoreFocus}
        >
          <Radix.Title className={styles.hidden}>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { Menu } from "radix-ui/internal";
import { type FocusEvent, type ReactNode, type RefObject, useRef } from "react";
import styles from "./menu.module.css";
import { MenuParts } from "./menu-parts.ts";

interface OpenedMenuProps {
  readonly id: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whether the first opening, which happened before this code was loaded, was by keyboard. */
  readonly byKeyboard: boolean;
  readonly children: ReactNode;
  readonly align: "start" | "end";
  readonly side: "top" | "bottom";
}

/** Not modal, so that the page does not change and Radix adds no style to the document. */
export function OpenedMenu({
  id,
  trigger,
  open,
  onOpenChange,
  byKeyboard,
  children,
  ...at
}: OpenedMenuProps) {
  const isFirst = useRef(true);
  const wentOutside = useRef(false);
  const focusItem = (event: FocusEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || !isFirst.current) return;
    isFirst.current = false;
    if (byKeyboard) event.target.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  };
  const focusTrigger = (event: Event) => {
    event.preventDefault();
    if (!wentOutside.current) trigger.current?.focus();
    wentOutside.current = false;
  };
  return (
    <Menu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Menu.Anchor virtualRef={trigger} />
      <Menu.Portal>
        <Menu.Content
          {...at}
          id={id}
          aria-labelledby={trigger.current?.id}
          className={styles.menu}
          sideOffset={6}
          collisionPadding={8}
          onFocus={focusItem}
          onCloseAutoFocus={focusTrigger}
          onInteractOutside={(event) => {
            // The button closes its own menu; any other target of a click keeps the focus.
            if (trigger.current?.contains(event.target as Node) === true) event.preventDefault();
            else wentOutside.current = true;
          }}
        >
          <MenuParts value={Menu}>{children}</MenuParts>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Keys } from "./keys.tsx";
import styles from "./menu.module.css";

interface MenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
}

/** A menu on a button. Not modal: the page behind it stays as it is, and no style is put into the document for it. */
export function Menu({ trigger, children, align = "start", side = "bottom" }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly detail?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, keys, detail, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={cx(styles.item, danger === true && styles.danger)}
      disabled={disabled === true}
      onSelect={onSelect}
    >
      <span className={styles.mark}>{icon}</span>
      <span className={styles.text}>
        {children}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {keys !== undefined && <Keys keys={keys} />}
    </DropdownMenu.Item>
  );
}

interface MenuChoicesProps {
  readonly value: string | null;
  readonly choices: readonly {
    readonly id: string;
    readonly name: string;
    readonly detail?: string | undefined;
  }[];
  readonly onChoose: (id: string) => void;
}

/** One of several. */
export function MenuChoices({ value, choices, onChoose }: MenuChoicesProps) {
  return (
    <DropdownMenu.RadioGroup value={value ?? ""} onValueChange={onChoose}>
      {choices.map(({ id, name, detail }) => (
        <DropdownMenu.RadioItem key={id} value={id} className={styles.item}>
          <span className={styles.mark}>
            <DropdownMenu.ItemIndicator>
              <Check size={14} />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className={styles.text}>
            {name}
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className={styles.line} />;
}

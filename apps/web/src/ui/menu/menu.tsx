import { Check } from "lucide-react";
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { lazyPart } from "../../offline/load-part.ts";
import { cx } from "../cx.ts";
import { KeyCaps } from "../key-caps.tsx";
import { whenIdle } from "../when-idle.ts";
import styles from "./menu.module.css";
import { useMenuParts } from "./menu-parts.ts";

/** The code of menus loads when the page is idle, or when one is about to open. */
const load = () => import("./opened-menu.tsx");
const OpenedMenu = lazyPart(async () => (await load()).OpenedMenu);
/** If it fails, opening the menu reports it. */
const loadAhead = () => void load().catch(() => undefined);

interface TriggerProps {
  readonly ref?: Ref<HTMLElement>;
  readonly id?: string;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
  readonly "aria-controls"?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
}

interface MenuProps {
  readonly trigger: ReactElement<object>;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
}

/** A menu on a button. Until it is first opened, only the button is rendered. */
export function Menu({ trigger, children, align = "start", side = "bottom" }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [firstBy, setFirstBy] = useState<"keyboard" | "pointer" | null>(null);
  useEffect(() => whenIdle(loadAhead), []);
  const toggle = (by: "keyboard" | "pointer") => {
    setFirstBy(firstBy ?? by);
    setOpen(!isOpen);
  };
  return (
    <>
      {cloneElement(trigger as ReactElement<TriggerProps>, {
        ref: button,
        id: `${id}button`,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        // A click by keyboard has a click count of 0.
        onClick: ({ detail }) => toggle(detail === 0 ? "keyboard" : "pointer"),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          toggle("keyboard");
        },
        onPointerEnter: loadAhead,
        onFocus: loadAhead,
      })}
      {firstBy !== null && (
        <Suspense>
          <OpenedMenu
            id={id}
            trigger={button}
            open={isOpen}
            onOpenChange={setOpen}
            byKeyboard={firstBy === "keyboard"}
            align={align}
            side={side}
          >
            {children}
          </OpenedMenu>
        </Suspense>
      )}
    </>
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
  const { Item } = useMenuParts();
  return (
    <Item
      className={cx(styles.item, danger === true && styles.danger)}
      disabled={disabled === true}
      onSelect={onSelect}
    >
      <span className={styles.mark}>{icon}</span>
      <span className={styles.text}>
        {children}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {keys !== undefined && <KeyCaps keys={keys} />}
    </Item>
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

/** A choice among several options. */
export function MenuChoices({ value, choices, onChoose }: MenuChoicesProps) {
  const { RadioGroup, RadioItem, ItemIndicator } = useMenuParts();
  return (
    <RadioGroup value={value ?? ""} onValueChange={onChoose}>
      {choices.map(({ id, name, detail }) => (
        <RadioItem key={id} value={id} className={styles.item}>
          <span className={styles.mark}>
            <ItemIndicator>
              <Check size={14} />
            </ItemIndicator>
          </span>
          <span className={styles.text}>
            {name}
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label className={styles.label}>{children}</Label>;
}

export function MenuLine() {
  const { Separator } = useMenuParts();
  return <Separator className={styles.line} />;
}

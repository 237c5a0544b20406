import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { createStore } from "../../store/store.ts";
import { KeyCaps } from "../key-caps.tsx";
import { placeTooltip, type Side } from "./place-tooltip.ts";
import styles from "./tooltip.module.css";

interface Handlers {
  readonly onPointerEnter?: ((event: PointerEvent<Element>) => void) | undefined;
  readonly onPointerLeave?: ((event: PointerEvent<Element>) => void) | undefined;
  readonly onPointerDown?: ((event: PointerEvent<Element>) => void) | undefined;
  readonly onFocus?: ((event: FocusEvent<Element>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<Element>) => void) | undefined;
  readonly onClick?: ((event: MouseEvent<Element>) => void) | undefined;
  readonly "aria-describedby"?: string | undefined;
}

interface TooltipProps {
  readonly text: ReactNode;
  readonly keys?: string | undefined;
  readonly side?: Side;
  /** Clicks open it too, for elements without another action and for touch screens. */
  readonly opensOnPress?: boolean;
  readonly children: ReactElement<Handlers>;
}

const delayMs = 450;
/** Within this time after a tooltip closed, the next one opens without a delay. */
const warmMs = 200;

interface Shown {
  readonly id: string;
  readonly of: Element;
}

/** At most one is open on the page. */
const shown = createStore<Shown | null>(null);
let waiting: ReturnType<typeof setTimeout> | undefined;
let closedAt = 0;

function show(next: Shown, delay: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => next.of.isConnected && shown.set(next), delay);
}

function hide(id: string): void {
  if (shown.get()?.id !== id) return;
  // Focus has opened it already; a pending opening must not bring it back after it is closed.
  clearTimeout(waiting);
  closedAt = performance.now();
  shown.set(null);
}

/** Names an element on hover or keyboard focus. */
export function Tooltip({ text, keys, side = "top", opensOnPress = false, children }: TooltipProps) {
  const id = useId();
  const open = useSyncExternalStore(shown.subscribe, () => {
    const now = shown.get();
    return now?.id === id ? now : null;
  });
  useEffect(() => () => hide(id), [id]);
  const { props } = children;
  const close = () => {
    clearTimeout(waiting);
    hide(id);
  };
  const described = cloneElement(children, {
    "aria-describedby": open === null ? props["aria-describedby"] : id,
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      const isWarm = performance.now() - closedAt < warmMs;
      if (event.pointerType !== "touch") show({ id, of: event.currentTarget }, isWarm ? 0 : delayMs);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      close();
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event);
      close();
    },
    onClick: (event) => {
      props.onClick?.(event);
      if (opensOnPress) show({ id, of: event.currentTarget }, 0);
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) show({ id, of: event.currentTarget }, 0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      close();
    },
  } satisfies Handlers);
  if (open === null) return described;
  return (
    <>
      {described}
      <Box id={id} of={open.of} side={side}>
        {text}
        {keys !== undefined && <KeyCaps keys={keys} />}
      </Box>
    </>
  );
}

interface BoxProps {
  readonly id: string;
  readonly of: Element;
  readonly side: Side;
  readonly children: ReactNode;
}

function Box({ id, of, side, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) placeTooltip(box.current, of.getBoundingClientRect(), side);
  });
  useLayoutEffect(() => {
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Escape") hide(id);
    };
    const events = ["keydown", "pointerdown", "scroll", "resize"] as const;
    for (const name of events) window.addEventListener(name, leave, { capture: true });
    return () => {
      for (const name of events) window.removeEventListener(name, leave, { capture: true });
    };
  }, [id]);
  return createPortal(
    <div ref={box} id={id} role="tooltip" className={styles.tooltip}>
      {children}
    </div>,
    document.body,
  );
}

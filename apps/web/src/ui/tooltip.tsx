import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Keys } from "./keys.tsx";
import styles from "./tooltip.module.css";

interface TooltipProps {
  readonly text: ReactNode;
  readonly keys?: string | undefined;
  readonly side?: "top" | "bottom" | "left" | "right";
  readonly children: ReactNode;
}

/** Says what something is, for those who point at it or reach it with the keyboard. */
export function Tooltip({ text, keys, side = "top", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys !== undefined && <Keys keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}

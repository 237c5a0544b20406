import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { cx } from "./cx.ts";
import { Tooltip } from "./tooltip/tooltip.tsx";

type Look = "primary" | "plain" | "ghost" | "danger";

type ButtonProps = ComponentProps<"button"> & {
  readonly look?: Look;
  readonly size?: "small" | "medium";
};

export function Button({ look = "plain", size = "medium", className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={cx(styles.button, styles[look], styles[size], className)} />
  );
}

type IconButtonProps = ComponentProps<"button"> & {
  /** The accessible name, which is also the tooltip. */
  readonly label: string;
  readonly keys?: string;
  readonly children: ReactNode;
};

export function IconButton({ label, keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" aria-label={label} {...rest} className={cx(styles.icon, className)} />
    </Tooltip>
  );
}

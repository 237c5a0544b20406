import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./qr-code.module.css";

/** A QR code, always dark on light, because many readers fail on other colors. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function pathOf(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  let path = "";
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size, path };
}

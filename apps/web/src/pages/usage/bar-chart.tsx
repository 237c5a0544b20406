import { useEffect, useId, useRef, useState } from "react";
import styles from "./bar-chart.module.css";
import { roundUp } from "./chart-scale.ts";

export interface Bar {
  readonly key: string;
  /** Below the bar, if there is room. */
  readonly label: string;
  /** The full text of the tooltip. */
  readonly about: string;
  readonly value: number;
  /** The share of subagents in the value. */
  readonly below: number;
  /** A value is missing because its price is unknown. */
  readonly isUnknown: boolean;
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  /** The content as a sentence for screen readers; the table contains all values. */
  readonly summary: string;
  readonly onPick?: (key: string) => void;
}

const height = 200;
const inset = { top: 12, right: 4, bottom: 22, left: 48 };

/** One bar per day or run; the lighter part on top is the share of subagents. */
export function BarChart({ title, bars, format, summary, onPick }: BarChartProps) {
  const [frame, width] = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const hatch = useId();
  const most = roundUp(Math.max(0, ...bars.map(({ value }) => value)));
  const left = inset.left;
  const room = Math.max(0, width - left - inset.right);
  const high = height - inset.top - inset.bottom;
  const step = room / Math.max(1, bars.length);
  const thick = Math.max(2, Math.min(28, step * 0.66));
  const every = Math.max(1, Math.ceil(52 / Math.max(1, step)));
  const y = (value: number) => inset.top + high - (value / most) * high;
  const isAnyUnknown = bars.some(({ isUnknown }) => isUnknown);
  const isAnyBelow = bars.some(({ below }) => below > 0);
  const at = pointed === null ? undefined : bars[pointed];
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.told} aria-hidden="true">
          {at?.about ?? ""}
        </span>
      </figcaption>
      <div ref={frame} className={styles.frame}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${title}. ${summary}`}
            onPointerLeave={() => setPointed(null)}
          >
            <defs>
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
                <path d="M-1 6L6 -1M4 6L6 4M-1 1L1 -1" className={styles.hatch} />
              </pattern>
            </defs>
            {[0, 0.5, 1].map((part) => (
              <g key={part}>
                <line
                  x1={left}
                  x2={width - inset.right}
                  y1={y(most * part)}
                  y2={y(most * part)}
                  className={part === 0 ? styles.floor : styles.grid}
                />
                <text x={left - 8} y={y(most * part) + 4} className={styles.tick}>
                  {format(most * part)}
                </text>
              </g>
            ))}
            {bars.map((bar, index) => {
              const x = left + index * step + (step - thick) / 2;
              const own = bar.value - bar.below;
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: the table contains the same values.
                <g
                  key={bar.key}
                  className={onPick === undefined ? undefined : styles.pick}
                  onPointerEnter={() => setPointed(index)}
                  onClick={() => onPick?.(bar.key)}
                >
                  <rect
                    x={left + index * step}
                    y={inset.top}
                    width={step}
                    height={high}
                    className={styles.space}
                  />
                  {own > 0 && (
                    <path
                      d={column(x, y(own), thick, y(0) - y(own), bar.below > 0 ? 0 : 3)}
                      className={styles.own}
                    />
                  )}
                  {bar.below > 0 && (
                    <path
                      d={column(x, y(bar.value), thick, y(own) - y(bar.value), 3)}
                      className={styles.below}
                    />
                  )}
                  {bar.isUnknown && (
                    <rect
                      x={x + 0.5}
                      y={y(bar.value) - 12}
                      width={thick - 1}
                      height={11}
                      rx={2}
                      fill={`url(#${hatch})`}
                      className={styles.unknown}
                    />
                  )}
                  {index % every === 0 && (
                    <text x={x + thick / 2} y={height - 6} className={styles.label}>
                      {bar.label}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      {(isAnyBelow || isAnyUnknown) && (
        <ul className={styles.legend} aria-hidden="true">
          <li data-part="own">Agents</li>
          {isAnyBelow && <li data-part="below">Their subagents</li>}
          {isAnyUnknown && <li data-part="unknown">Price unknown</li>}
        </ul>
      )}
    </figure>
  );
}

/** A bar with a rounded top. */
function column(x: number, y: number, width: number, high: number, radius: number): string {
  const r = Math.min(radius, width / 2, high);
  return `M${x} ${y + high}V${y + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${y + high}z`;
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}

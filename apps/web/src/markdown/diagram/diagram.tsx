import { useEffect, useState, useSyncExternalStore } from "react";
import { theme } from "../../theme/theme.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import codeStyles from "../code.module.css";
import { CodeBlock } from "../code.tsx";
import { limits } from "../limits.ts";
import styles from "./diagram.module.css";
import { type Drawn, drawDiagram, type Scheme } from "./draw-diagram.ts";

/**
 * A diagram as an image, which cannot run or load anything. Its source is shown until it is drawn, or if drawing
 * fails.
 */
export function Diagram({ source }: { readonly source: string }) {
  const drawn = useDrawn(source, useScheme());
  const [isSource, setSource] = useState(false);
  if (drawn === undefined || "reason" in drawn)
    return (
      <div data-diagram={drawn === undefined ? "coming" : "failed"}>
        <CodeBlock code={source} language="mermaid" />
        {drawn !== undefined && <p className={styles.reason}>Could not draw the diagram. {drawn.reason}.</p>}
      </div>
    );
  return (
    <div className={codeStyles.block} data-diagram="drawn">
      <div className={codeStyles.head}>
        <span>mermaid</span>
        <span className={styles.actions}>
          <Button look="ghost" size="small" className={styles.toggle} onClick={() => setSource(!isSource)}>
            {isSource ? "Show diagram" : "Show source"}
          </Button>
          <CopyButton text={() => source} label="Copy source" className={codeStyles.copy} />
        </span>
      </div>
      {isSource ? (
        <Scroller label="Diagram source" className={codeStyles.pre}>
          <pre>
            <code>{source}</code>
          </pre>
        </Scroller>
      ) : (
        <Scroller label="Diagram" className={styles.picture}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`}
            alt={`Diagram, ${kindOf(source)}`}
            width={Math.round(drawn.width)}
            height={Math.round(drawn.height)}
            // Scaled down to fit, as long as its text stays readable.
            style={{ minWidth: `${Math.round(drawn.width * 0.7)}px` }}
          />
        </Scroller>
      )}
    </div>
  );
}

/** The keyword of a diagram after directives and comments, such as "flowchart" or "sequenceDiagram". */
function kindOf(source: string): string {
  const body = source.replace(/^\s*---\n[\s\S]*?\n---\n/, "").replaceAll(/%%.*/g, "");
  return /[\w-]+/.exec(body)?.[0] ?? "mermaid";
}

const known = new Map<string, Drawn>();

function useDrawn(source: string, scheme: Scheme): Drawn | undefined {
  const key = `${scheme}\n${source}`;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (known.has(key)) return;
    return drawDiagram(source, scheme, (drawn) => {
      known.set(key, drawn);
      const [oldest] = known.keys();
      if (known.size > limits.diagramsKept && oldest !== undefined) known.delete(oldest);
      redraw((times) => times + 1);
    });
  }, [key, source, scheme]);
  return known.get(key);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function useScheme(): Scheme {
  return useSyncExternalStore(
    (listener) => {
      const forget = theme.subscribe(listener);
      dark.addEventListener("change", listener);
      return () => {
        forget();
        dark.removeEventListener("change", listener);
      };
    },
    () => {
      const chosen = theme.get();
      return chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "light";
    },
  );
}

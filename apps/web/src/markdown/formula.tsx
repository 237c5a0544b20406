import { memo, useEffect, useRef, useState } from "react";
import { loadPart } from "../offline/load-part.ts";
import { limits } from "./limits.ts";
import styles from "./markdown.module.css";

/** Its code comes with the first formula. */
const load = () => loadPart(() => import("katex"));

interface FormulaProps {
  readonly tex: string;
  readonly display: boolean;
}

/** A formula as the browser's own MathML; as it was written until it is there, and where it cannot be read. */
export const Formula = memo(function Formula({ tex, display }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (tex.length > limits.formulaChars) return;
    let isCurrent = true;
    load()
      .then(({ default: katex }) => {
        if (!isCurrent || place.current === null) return;
        katex.render(tex, place.current, {
          output: "mathml",
          displayMode: display,
          throwOnError: true,
          trust: false,
          strict: "ignore",
          maxSize: limits.formulaEm,
          maxExpand: limits.formulaSteps,
        });
        setDrawn(true);
      })
      // A formula that cannot be read is shown as it was written.
      .catch(() => isCurrent && setDrawn(false));
    return () => {
      isCurrent = false;
    };
  }, [tex, display]);
  return (
    <span
      className={display ? styles.formula : undefined}
      dir="ltr"
      data-formula={isDrawn ? "drawn" : "text"}
    >
      <span ref={place} />
      {!isDrawn && <code className={styles.code}>{tex}</code>}
    </span>
  );
});

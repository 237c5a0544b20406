import { memo, useEffect, useRef, useState } from "react";
import { loadPart } from "../offline/load-part.ts";
import { limits } from "./limits.ts";
import styles from "./markdown.module.css";

/** The code loads with the first formula. */
const load = () => loadPart(() => import("katex"));

interface FormulaProps {
  readonly tex: string;
  readonly display: boolean;
}

/** A formula as MathML. Its source is shown until it is rendered, or if it is invalid. */
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
      // An invalid formula is shown as source.
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

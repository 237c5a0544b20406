import type { ReactNode, Ref } from "react";

interface ScrollerProps {
  /** The accessible name of the content. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A scrollable area that can be focused by keyboard. It is not a landmark, because a page has many of them. */
export function Scroller({ label, className, ref, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <div ref={ref} className={className} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}

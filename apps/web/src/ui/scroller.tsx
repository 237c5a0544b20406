import type { ReactNode } from "react";

interface ScrollerProps {
  /** What is in it, for those who reach it by the keyboard and do not see it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Something that scrolls by itself: the keyboard must reach it. No landmark, as there are many of them. */
export function Scroller({ label, className, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as said above.
    <div className={className} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}

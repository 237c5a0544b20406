import type { ReactNode, Ref } from "react";

interface ScrollerProps {
  /** What is in it, for those who reach it by the keyboard and do not see it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** Something that scrolls by itself: the keyboard must reach it. No landmark, as there are many of them. */
export function Scroller({ label, className, ref, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as said above.
    <div ref={ref} className={className} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}

export type Side = "top" | "bottom" | "left" | "right";

const gapPx = 6;
const edgePx = 8;
const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;

/** Places a box on the given side if there is room, else on the other, and within the window. */
export function placeTooltip(box: HTMLElement, of: DOMRect, side: Side): void {
  const { width, height } = box.getBoundingClientRect();
  const at = (where: Side): readonly [left: number, top: number] => {
    if (where === "top") return [of.left + (of.width - width) / 2, of.top - height - gapPx];
    if (where === "bottom") return [of.left + (of.width - width) / 2, of.bottom + gapPx];
    const top = of.top + (of.height - height) / 2;
    return where === "left" ? [of.left - width - gapPx, top] : [of.right + gapPx, top];
  };
  const within = (value: number, size: number, room: number) =>
    Math.max(edgePx, Math.min(value, room - size - edgePx));
  const [wantedLeft, wantedTop] = at(side);
  const isSideways = side === "left" || side === "right";
  const fits = isSideways
    ? within(wantedLeft, width, innerWidth) === wantedLeft
    : within(wantedTop, height, innerHeight) === wantedTop;
  const [left, top] = fits ? [wantedLeft, wantedTop] : at(opposite[side]);
  box.style.left = `${within(left, width, innerWidth)}px`;
  box.style.top = `${within(top, height, innerHeight)}px`;
}

const meant = "found-meant";
const mostFrames = 40;
/** The bound if some matches are already visible. */
const fewFrames = 8;
const mostOpened = 60;

/**
 * Expands collapsed parts of the target row until the match is visible, and scrolls to it. The parts stay open until
 * the reader closes them.
 */
export function scrollToMatch(conversation: Element, typed: string, nth: number): () => void {
  const wanted = typed.trim().toLowerCase();
  let frames = 0;
  let opened = 0;
  const look = () => {
    const row = conversation.querySelector("[data-marked]");
    const places = row === null ? [] : placesIn(row, wanted);
    // If only the end of an output is shown, its matches cannot be counted yet.
    const ends = row === null ? [] : [...row.querySelectorAll<HTMLElement>(shownEnds)];
    for (const each of ends) each.click();
    if (ends.length > 0) return next();
    if (places.length > nth) return show(places[nth]);
    const folded = row === null ? [] : [...row.querySelectorAll<HTMLElement>(foldedThings)];
    // The row or the part that was last expanded may not be drawn yet.
    if (folded.length === 0 && ++frames > (places.length > 0 ? fewFrames : mostFrames))
      return show(places.at(-1));
    for (const each of folded) if (opened++ < mostOpened) each.click();
    if (opened < mostOpened) next();
  };
  const next = () => {
    frame = requestAnimationFrame(look);
  };
  let frame = wanted === "" ? 0 : requestAnimationFrame(look);
  return () => {
    cancelAnimationFrame(frame);
    if ("highlights" in CSS) CSS.highlights.delete(meant);
  };
}

const shownEnds = "[data-tail][aria-expanded=false]";
const foldedThings = "[aria-expanded=false]:not([aria-haspopup])";

/** Every match in a row. */
function placesIn(row: Element, wanted: string): readonly Range[] {
  const places: Range[] = [];
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    const text = node.nodeValue?.toLowerCase() ?? "";
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const place = new Range();
      // Lower case may lengthen a letter.
      place.setStart(node, Math.min(at, length));
      place.setEnd(node, Math.min(at + wanted.length, length));
      places.push(place);
    }
  }
  if (places.length > 0 || !row.textContent.toLowerCase().includes(wanted)) return places;
  // The match spans several text nodes, such as highlighted code.
  const whole = new Range();
  whole.selectNodeContents(row);
  return [whole];
}

/** Scrolls a match into view, also inside nested scrollers, and marks it as the current one. */
function show(place: Range | undefined): void {
  const element = place?.startContainer.parentElement;
  if (place === undefined || !element) return;
  element.scrollIntoView({ block: "center", inline: "nearest" });
  const inner = element.closest("[role=group]");
  if (inner !== null && inner.scrollHeight > inner.clientHeight) {
    const top = place.getBoundingClientRect().top - inner.getBoundingClientRect().top;
    inner.scrollTop += top - inner.clientHeight / 2;
  }
  if (!("highlights" in CSS)) return;
  const mark = new Highlight(place);
  mark.priority = 1;
  CSS.highlights.set(meant, mark);
}

const meant = "found-meant";
const mostFrames = 40;
/** Where some of the words are in sight already. */
const fewFrames = 8;
const mostOpened = 60;

/**
 * Opens what is folded in the row that the reader was led to until the words are in sight, and brings them there. What
 * stands open afterwards stays so: the reader may close it.
 */
export function scrollToMatch(conversation: Element, typed: string, nth: number): () => void {
  const wanted = typed.trim().toLowerCase();
  let frames = 0;
  let opened = 0;
  const look = () => {
    const row = conversation.querySelector("[data-marked]");
    const places = row === null ? [] : placesIn(row, wanted);
    // Where only the end of an output is shown, its places cannot be counted yet.
    const ends = row === null ? [] : [...row.querySelectorAll<HTMLElement>(shownEnds)];
    for (const each of ends) each.click();
    if (ends.length > 0) return next();
    if (places.length > nth) return show(places[nth]);
    const folded = row === null ? [] : [...row.querySelectorAll<HTMLElement>(foldedThings)];
    // The row may still be on its way, and so may what was opened last.
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

/** Every place of the words in a row. */
function placesIn(row: Element, wanted: string): readonly Range[] {
  const places: Range[] = [];
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    const text = node.nodeValue?.toLowerCase() ?? "";
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const place = new Range();
      // A letter may be longer as a small one.
      place.setStart(node, Math.min(at, length));
      place.setEnd(node, Math.min(at + wanted.length, length));
      places.push(place);
    }
  }
  if (places.length > 0 || !row.textContent.toLowerCase().includes(wanted)) return places;
  // The words go over several pieces of text, as those of coloured code do.
  const whole = new Range();
  whole.selectNodeContents(row);
  return [whole];
}

/** Brings a place into sight, also inside what scrolls by itself, and marks it as the one that is meant. */
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

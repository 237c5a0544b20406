const mostFrames = 40;
const mostOpened = 60;

/**
 * Opens what is folded in the row that the reader was led to until the words are in sight, and brings them there. What
 * stands open afterwards stays so: the reader may close it.
 */
export function reveal(talk: Element, typed: string): () => void {
  const wanted = typed.trim().toLowerCase();
  let frames = 0;
  let opened = 0;
  const look = () => {
    const row = talk.querySelector("[data-marked]");
    const place = row === null ? null : placeOf(row, wanted);
    if (place !== null) return place.scrollIntoView({ block: "center", inline: "nearest" });
    const folded = row === null ? [] : [...row.querySelectorAll<HTMLElement>(foldedThings)];
    // The row may still be on its way, and so may what was opened last.
    if (folded.length === 0 && ++frames > mostFrames) return;
    for (const each of folded) if (opened++ < mostOpened) each.click();
    if (opened < mostOpened) frame = requestAnimationFrame(look);
  };
  let frame = wanted === "" ? 0 : requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

const foldedThings = "[aria-expanded=false]:not([aria-haspopup])";

function placeOf(row: Element, wanted: string): Element | null {
  if (!row.textContent.toLowerCase().includes(wanted)) return null;
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.nodeValue?.toLowerCase().includes(wanted)) return node.parentElement;
  }
  // The words go over several pieces of text, as those of coloured code do.
  return row;
}

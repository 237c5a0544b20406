const name = "found";

/** Highlights matches in the visible text and in text that is added later, without changing the document. */
export function highlight(root: Element, typed: string): () => void {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "" || !("highlights" in CSS)) return () => {};
  let frame = 0;
  const mark = () => {
    frame = 0;
    CSS.highlights.set(name, new Highlight(...rangesIn(root, wanted)));
  };
  const observer = new MutationObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(mark);
  });
  mark();
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(name);
  };
}

function* rangesIn(root: Element, wanted: string): Generator<Range> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      // Lower case may lengthen a letter, which makes the position uncertain.
      if (at + wanted.length > (node.nodeValue?.length ?? 0)) break;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      yield range;
    }
  }
}

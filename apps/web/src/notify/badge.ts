import { baseUrl } from "../data/base-url.ts";

/** How many things wait, in the tab: before its title, and as a dot on its icon. */
export function showBadge(count: number): () => void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", iconUrl(count > 0));
  const title = document.querySelector("title");
  if (title === null) return () => {};
  const mark = () => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const wanted = count === 0 ? plain : `(${count}) ${plain}`;
    if (document.title !== wanted) document.title = wanted;
  };
  mark();
  // Pages name themselves; the number stays before whatever they say.
  const observer = new MutationObserver(mark);
  observer.observe(title, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

function iconUrl(isWaiting: boolean): string {
  return new URL(isWaiting ? "icon-waiting.svg" : "icon.svg", baseUrl).href;
}

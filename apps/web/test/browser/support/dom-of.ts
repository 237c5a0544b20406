import type { Page } from "playwright";

/**
 * A session's page, node by node: header, conversation, queue and composer. Times, positions, ids of labels and open
 * tooltips are left out, because they differ each time.
 */
export async function domOf(page: Page): Promise<readonly string[]> {
  await untilQuiet(page);
  // Code is highlighted after it is drawn.
  await page.waitForFunction(() => document.querySelector("[data-colours=coming], [data-coming]") === null);
  return page.evaluate(() => {
    const lines: string[] = [];
    const passing =
      /^(?:style|id|for|name|aria-controls|aria-labelledby|aria-describedby|datetime|data-radix-.*)$/;
    const walk = (node: Node, depth: number): void => {
      if (node instanceof Text) {
        const isTime = node.parentElement?.closest("time") != null;
        lines.push(`${"  ".repeat(depth)}${isTime ? "(time)" : JSON.stringify(node.data)}`);
        return;
      }
      if (!(node instanceof Element)) return;
      const isPassing = (name: string) =>
        passing.test(name) ||
        (node.tagName === "TIME" && name === "title") ||
        (name === "data-state" &&
          /^(?:closed|delayed-open|instant-open)$/.test(node.getAttribute(name) ?? ""));
      const attributes = [...node.attributes]
        .filter(({ name }) => !isPassing(name))
        .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
        .sort();
      lines.push(`${"  ".repeat(depth)}<${[node.tagName.toLowerCase(), ...attributes].join(" ")}>`);
      // Joins adjacent text nodes, which React may write in one or two pieces.
      node.normalize();
      for (const child of node.childNodes) walk(child, depth + 1);
    };
    if (document.querySelector("section[aria-label=Conversation]") === null)
      throw new Error("The page has no conversation.");
    walk((document.querySelector("main") as HTMLElement).cloneNode(true), 0);
    return lines;
  });
}

/** Resolves when the document has not changed for a while. */
async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quietMs = 300;
        let timer = setTimeout(done, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quietMs);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        function done() {
          observer.disconnect();
          resolve();
        }
      }),
  );
}

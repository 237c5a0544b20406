import type { Page } from "playwright";

/**
 * The talk, node by node. Times and places on the screen are left out: they are other ones each time. So are the names
 * that tie a label to its field.
 */
export async function domOf(page: Page): Promise<readonly string[]> {
  await untilQuiet(page);
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
      const attributes = [...node.attributes]
        .filter(({ name }) => !passing.test(name) && !(node.tagName === "TIME" && name === "title"))
        .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
        .sort();
      lines.push(`${"  ".repeat(depth)}<${[node.tagName.toLowerCase(), ...attributes].join(" ")}>`);
      // Text that React writes in two pieces and text that it writes in one are the same text.
      node.normalize();
      for (const child of node.childNodes) walk(child, depth + 1);
    };
    const talk = document.querySelector("section[aria-label=Conversation]");
    if (talk === null) throw new Error("there is no conversation on this page");
    walk(talk.cloneNode(true), 0);
    return lines;
  });
}

/** Resolves once nothing in the document has changed for a while: colours of code come after the code. */
async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quietMs = 500;
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

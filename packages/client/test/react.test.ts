import { expect, test } from "vitest";
import { createHooks } from "../src/react.ts";
import { Bench } from "./open-client.ts";
import { untilInSync, untilState } from "./until.ts";

const bench = new Bench();

/** The parts of React that the hooks use: a component that renders again when its snapshot changes. */
function mount<T>(component: (react: Parameters<typeof createHooks>[0]) => T) {
  const drawn: T[] = [];
  let unsubscribe = () => {};
  let store: { subscribe: (listener: () => void) => () => void; get: () => unknown; last: unknown } | null =
    null;
  const useSyncExternalStore = <V>(subscribe: (listener: () => void) => () => void, get: () => V): V => {
    const value = get();
    expect(get()).toBe(value);
    if (store?.subscribe !== subscribe) {
      unsubscribe();
      unsubscribe = subscribe(() => {
        if (store !== null && !Object.is(store.get(), store.last)) draw();
      });
    }
    store = { subscribe, get, last: value };
    return value;
  };
  const draw = () => void drawn.push(component({ useSyncExternalStore }));
  draw();
  return { drawn, unmount: () => unsubscribe() };
}

test("useSession renders each change, useSessionPart only those of its part", async () => {
  const { server } = bench;
  server.log.append("s1", { type: "title", title: "One" });
  const client = bench.open();
  const handle = client.session("s1");
  await untilState(handle, "live");
  const whole = mount((react) => createHooks(react).useSession(handle));
  const hooks = new Map<unknown, ReturnType<typeof createHooks>>();
  const part = mount((react) => {
    const known = hooks.get("part") ?? createHooks(react);
    hooks.set("part", known);
    return known.useSessionPart(handle, ({ conversation }) => conversation.title);
  });
  server.log.append("s1", { type: "notice", text: "a" });
  await untilInSync(handle, server);
  server.log.append("s1", { type: "title", title: "Two" });
  await untilInSync(handle, server);
  expect(whole.drawn.map(({ state, conversation }) => [state, conversation.seq])).toEqual([
    ["live", 1],
    ["live", 2],
    ["live", 3],
  ]);
  expect(part.drawn).toEqual(["One", "Two"]);
  whole.unmount();
  server.log.append("s1", { type: "notice", text: "b" });
  await untilInSync(handle, server);
  expect(whole.drawn).toHaveLength(3);
});

test("useConnection returns the client's connection state", async () => {
  const { server } = bench;
  server.log.session("s1");
  const client = bench.open();
  const { drawn } = mount((react) => createHooks(react).useConnection(client));
  const handle = client.session("s1");
  await untilState(handle, "live");
  const gone = untilState(handle, "offline");
  server.cutStreams();
  await gone;
  await untilState(handle, "live");
  handle.close();
  await Promise.resolve();
  await Promise.resolve();
  expect(drawn.map(({ state }) => state)).toEqual([
    "idle",
    "connecting",
    "open",
    "offline",
    "connecting",
    "open",
    "idle",
  ]);
});

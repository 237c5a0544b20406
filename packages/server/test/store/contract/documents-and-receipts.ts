import { expect, test } from "vitest";
import type { OpenStore } from "../contract.ts";
import { append, appendOf, newSession, say } from "../write-log.ts";

export function documentContract(open: OpenStore): void {
  test("a receipt is returned once", async () => {
    const store = open();
    const receipt = { clientMessageId: "m1", bodyHash: "h1", sessionId: "a", response: '{"ok":true}' };
    await store.commit({ created: [newSession("a")], receipts: [receipt] });
    expect(await store.receipt("m1")).toEqual(receipt);
    expect(await store.receipt("m2")).toBeNull();
    const again = store.commit({ appends: [appendOf("a", [say("again")])], receipts: [receipt] });
    await expect(again).rejects.toMatchObject({ code: "conflict", sessionId: "a" });
    expect(await store.events("a", 0, 10)).toEqual([]);
    expect(await store.receipt("m1")).toEqual(receipt);
  });

  test("documents are stored, replaced, listed by key and removed", async () => {
    const store = open();
    const value = { deep: [1, null, { text: "ü\u0000\ud83d\ude80" }], flag: false };
    await store.commit({
      documents: [
        { kind: "settings", key: "b", value },
        { kind: "settings", key: "a", value: 0 },
        { kind: "missions", key: "a", value: "other kind" },
      ],
    });
    expect(await store.document("settings", "b")).toEqual(value);
    expect(await store.documentKinds()).toEqual(["missions", "settings"]);
    expect(await store.documents("settings")).toEqual([
      { key: "a", value: 0 },
      { key: "b", value },
    ]);
    await store.commit({
      documents: [
        { kind: "settings", key: "b", value: false },
        { kind: "settings", key: "a", value: null },
        { kind: "settings", key: "never", value: null },
      ],
    });
    expect(await store.documents("settings")).toEqual([{ key: "b", value: false }]);
    expect(await store.document("settings", "a")).toBeNull();
    expect(await store.document("missions", "a")).toBe("other kind");
  });

  test("an intact store reports no damage", async () => {
    const store = open();
    await store.commit({ created: [newSession("a")] });
    await append(store, "a", [say("1"), say("2")], { drops: [1] });
    expect(await store.verify()).toEqual({ damaged: [] });
  });
}

import { expect, test } from "vitest";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { storeContract } from "./contract.ts";

storeContract("memory", () => new MemoryStore());

test("a store in memory has nothing to back up", async () => {
  await expect(new MemoryStore().backup()).rejects.toThrow("cannot be backed up");
});

import { onTestFinished } from "vitest";
import { openMemoryStore } from "../support/memory-store.ts";
import { storeContract } from "./contract.ts";
import { openForTest } from "./open-store.ts";

storeContract("sqlite in a file", openForTest);
storeContract("sqlite in memory", () => {
  const store = openMemoryStore();
  onTestFinished(() => store.close());
  return store;
});

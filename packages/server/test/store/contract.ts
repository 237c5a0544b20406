import { describe } from "vitest";
import type { EventStore } from "../../src/store/store.ts";
import { documentContract } from "./contract/documents-and-receipts.ts";
import { logContract } from "./contract/log.ts";
import { projectionContract } from "./contract/projections.ts";
import { rewindContract } from "./contract/rewind-and-delete.ts";
import { searchContract } from "./contract/search.ts";
import { sessionContract } from "./contract/sessions.ts";
import { usageContract } from "./contract/usage.ts";
import { wholeSessionContract } from "./contract/whole-sessions.ts";

/** Opens an empty store that is closed when the test ends. */
export type OpenStore = () => EventStore;

/** The contract of every store. */
export function storeContract(name: string, open: OpenStore): void {
  describe(`${name}: the log`, () => logContract(open));
  describe(`${name}: sessions`, () => sessionContract(open));
  describe(`${name}: runs and asks`, () => projectionContract(open));
  describe(`${name}: usage`, () => usageContract(open));
  describe(`${name}: search`, () => searchContract(open));
  describe(`${name}: documents outside the log`, () => documentContract(open));
  describe(`${name}: whole sessions`, () => wholeSessionContract(open));
  describe(`${name}: rewound and deleted`, () => rewindContract(open));
}

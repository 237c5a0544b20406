import { storeContract } from "./contract.ts";
import { openForTest } from "./open-store.ts";

storeContract("sqlite", openForTest);

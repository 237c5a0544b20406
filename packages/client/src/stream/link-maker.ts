import type { Link, LinkOptions } from "../connection/link.ts";

/** Makes links that share the client's clock and network, and that its own state counts. */
export type LinkMaker = (options: Pick<LinkOptions, "run" | "changed">) => Link;

import type { ClientError } from "../client-error.ts";
import { Listeners } from "../listeners.ts";
import { Link, type LinkMaker, type LinkOptions, type LinkState } from "./link.ts";

/** The connection state of a client as a whole. */
export interface ConnectionView {
  /** `idle` if no session is followed, so that no connection is needed. */
  readonly state: LinkState | "idle";
  readonly error: ClientError | null;
}

/** Best state first: with several links, an open one shows that the server is reachable. */
const order: readonly LinkState[] = ["denied", "open", "connecting", "offline"];

/** All links of a client, and their combined state. */
export class Connections {
  private readonly options: Omit<LinkOptions, "run" | "changed" | "closed">;
  private readonly listeners: Listeners;
  private readonly links = new Set<Link>();
  private shown: ConnectionView = { state: "idle", error: null };

  constructor(options: Omit<LinkOptions, "run" | "changed" | "closed">) {
    this.options = options;
    this.listeners = new Listeners(options.timing, () => this.refresh());
  }

  get view(): ConnectionView {
    return this.shown;
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  readonly open: LinkMaker = ({ run, changed }) => {
    const link = new Link({
      ...this.options,
      run,
      changed: (state, error) => {
        this.listeners.announce();
        changed(state, error);
      },
      closed: () => {
        this.links.delete(link);
        this.listeners.announce();
      },
    });
    this.links.add(link);
    this.listeners.announce();
    return link;
  };

  private refresh(): boolean {
    const links = [...this.links];
    const state = order.find((each) => links.some((link) => link.state === each)) ?? "idle";
    const error = links.find((link) => link.state === state)?.error ?? null;
    if (this.shown.state === state && this.shown.error === error) return false;
    this.shown = { state, error };
    return true;
  }
}

import type { Connection, Link, LinkMaker } from "../connection/link.ts";
import type { Http } from "../http.ts";
import type { Feed, FeedSession } from "./feed.ts";
import { readFrame } from "./frame.ts";
import { readSse } from "./read-sse.ts";

/** One stream for each session. */
export class SessionSse implements Feed {
  private readonly http: Http;
  private readonly makeLink: LinkMaker;
  private readonly links = new Map<FeedSession, Link>();

  constructor(http: Http, makeLink: LinkMaker) {
    this.http = http;
    this.makeLink = makeLink;
  }

  attach(session: FeedSession): void {
    const link = this.makeLink({
      run: (connection) => this.run(session, connection),
      changed: (state, error) => session.linkChanged(state, error),
    });
    this.links.set(session, link);
    session.linkChanged(link.state, null);
  }

  detach(session: FeedSession): void {
    this.links.get(session)?.close();
    this.links.delete(session);
  }

  retry(): void {
    for (const link of this.links.values()) link.retry();
  }

  private async run(session: FeedSession, { signal, opened, alive }: Connection): Promise<never> {
    const query = { session_id: session.sessionId, after: "now" };
    const body = await this.http.stream("/api/events", query, {}, signal);
    opened();
    return readSse(body, alive, (message) => {
      if (signal.aborted) return;
      const reading = readFrame(message);
      if (reading.kind === "event") session.take(reading.event);
      else if (reading.kind === "resync") session.lost();
    });
  }
}

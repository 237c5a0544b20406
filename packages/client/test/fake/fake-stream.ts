import type { ServerResponse } from "node:http";
import type { StoredEvent } from "./fake-log.ts";
import type { FakeServer } from "./fake-server.ts";

/** One event stream, of a session or of all. */
export class FakeStream {
  private readonly server: FakeServer;
  private readonly response: ServerResponse;
  private readonly sessionId: string | null;

  constructor(server: FakeServer, response: ServerResponse, sessionId: string | null) {
    this.server = server;
    this.response = response;
    this.sessionId = sessionId;
  }

  begin(cursor: string | undefined): void {
    const { server, response, sessionId } = this;
    if (sessionId !== null && !server.log.sessions.has(sessionId)) {
      response.writeHead(404).end(JSON.stringify({ error: { code: "session_not_found", message: "None." } }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("retry: 1000\n\n");
    server.onStep("stream opened");
    const missed = sessionId === null ? this.missedOfAll(cursor) : this.missedOf(sessionId, cursor);
    // Missed events are read from the log at the client's pace, so they do not count as its backlog.
    for (const stored of missed) response.write(this.bytesOf(stored));
    const listener = (stored: StoredEvent) => {
      if (server.forgets(stored.event)) return;
      if (sessionId === null || stored.event.sessionId === sessionId) this.write(this.bytesOf(stored));
    };
    const rewound = (of: string) => {
      if (of === sessionId) this.resync(sessionId);
    };
    server.log.listeners.add(listener);
    server.log.rewindListeners.add(rewound);
    server.streams.add(this);
    server.onStep("stream caught up");
    response.on("close", () => {
      server.log.listeners.delete(listener);
      server.log.rewindListeners.delete(rewound);
      server.streams.delete(this);
    });
  }

  beat(): void {
    this.write(`event: heartbeat\ndata: {"kind":"run","phase":"heartbeat","data":{"type":"heartbeat"}}\n\n`);
  }

  cut(): void {
    this.response.destroy();
  }

  /** Sends a frame outside the log. */
  write(text: string): void {
    if (this.response.writableLength > this.server.clientBytes) this.response.destroy();
    else this.response.write(text);
  }

  resync(sessionId: string | null): void {
    const of = sessionId === null ? "" : `"session_id":${JSON.stringify(sessionId)},`;
    this.write(
      `data: {"id":"x","seq":0,"rev":0,"ts_ms":1,"kind":"run","phase":"resync",${of}"data":{"type":"resync"}}\n\n`,
    );
  }

  private missedOfAll(cursor: string | undefined): StoredEvent[] {
    const { log, repeats } = this.server;
    if (cursor === undefined) return [];
    if (Number(cursor) > log.position) {
      this.resync(null);
      return [];
    }
    return log.afterPosition(Number(cursor) - repeats);
  }

  private missedOf(sessionId: string, cursor: string | undefined): StoredEvent[] {
    const { log, repeats } = this.server;
    if (cursor === undefined) return log.after(sessionId, 0);
    if (cursor === "now") return log.after(sessionId, log.session(sessionId).seq - repeats);
    const [rev, seq] = cursor.split(":").map(Number) as [number, number];
    if (rev === log.session(sessionId).rev) return log.after(sessionId, seq - repeats);
    this.resync(sessionId);
    return log.after(sessionId, 0);
  }

  private bytesOf({ event, frame, position }: StoredEvent): string {
    const id = this.sessionId === null ? String(position) : `${event.rev}:${event.seq}`;
    return `id: ${id}\ndata: ${frame}\n\n`;
  }
}

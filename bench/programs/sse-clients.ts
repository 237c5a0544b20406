import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { answer } from "../program.ts";
import type { Address } from "./publisher.ts";

/** Many clients in a separate process. They count a mark that each frame contains once, so heartbeats do not count. */
interface Crowd {
  readonly sockets: Socket[];
  /** The number of frames of each client. */
  readonly counts: Uint32Array;
  /** All bytes that the first client received. */
  text: string;
  behind: number;
  target: number;
  reached: () => void;
}

const crowds: Crowd[] = [];
const MARK = Buffer.from('"type":"text_delta"');

async function join({ port, hello, count }: Address & { readonly count: number }): Promise<number> {
  const crowd: Crowd = {
    sockets: [],
    counts: new Uint32Array(count),
    text: "",
    behind: 0,
    target: 0,
    reached: () => {},
  };
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    socket.write(hello);
    let rest = Buffer.alloc(0);
    socket.on("data", (piece) => {
      if (index === 0) crowd.text += piece.toString("latin1");
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let frames = 0;
      let end = 0;
      for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, end)) {
        frames++;
        end = at + MARK.length;
      }
      // A mark may be split between two chunks.
      rest = Buffer.from(bytes.subarray(Math.max(end, bytes.length - MARK.length + 1)));
      if (frames > 0) arrived(crowd, index, frames);
    });
    crowd.sockets.push(socket);
    // Every server sends a greeting, so that each knows all of its clients.
    await once(socket, "data");
  }
  return crowds.push(crowd) - 1;
}

function arrived(crowd: Crowd, index: number, frames: number): void {
  const before = crowd.counts[index] as number;
  crowd.counts[index] = before + frames;
  if (before < crowd.target && before + frames >= crowd.target && --crowd.behind === 0) crowd.reached();
}

async function leave(id: number): Promise<void> {
  const closed = crowds[id]?.sockets.map((socket) => once(socket.destroy(), "close"));
  await Promise.all(closed ?? []);
}

/** Resets the count of frames to zero. */
function forget(id: number): void {
  const crowd = crowds[id] as Crowd;
  crowd.counts.fill(0);
  crowd.text = "";
}

/** Resolves when every client has this many frames. */
async function have({ id, frames }: { readonly id: number; readonly frames: number }): Promise<void> {
  const crowd = crowds[id] as Crowd;
  crowd.target = frames;
  crowd.behind = crowd.counts.reduce((behind, count) => behind + Number(count < frames), 0);
  if (crowd.behind === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  crowd.reached = resolve;
  await promise;
}

/** The data of the first client's frames. */
function data(id: number): string[] {
  const text = crowds[id]?.text ?? "";
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, json]) =>
    Buffer.from(json as string, "latin1").toString(),
  );
}

answer({ join, leave, forget, have, data });

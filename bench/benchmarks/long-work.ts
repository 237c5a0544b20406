import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "@polylog/client";
import type { Benchmark, Finding } from "../benchmark.ts";
import { measured } from "../measure.ts";
import { Program } from "../program.ts";

interface Long {
  readonly url: string;
  readonly token: string;
  readonly project: string;
  readonly sessionId: string;
  /** The seq of its last event. */
  readonly head: number;
}

/** Of one turn of the event loop, in milliseconds. */
interface Longest {
  readonly clock: number;
  readonly processor: number;
}

/** Goal 8: work on 100,000 events at once, and how long it blocks other clients. */
export const longWork: Benchmark = {
  about: "the longest stall of the event loop during work on a session of 100,000 events",
  run: async () => {
    const server = await Program.start("long-work.ts", "100000");
    try {
      const long = await server.ask<Long>("about");
      const findings: Finding[] = [];
      const watched = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
        await server.ask("watch");
        const result = await work();
        const longest = await server.ask<Longest>("longest");
        findings.push({
          name: `longest stall: ${name}`,
          ratio: longest.processor,
          unit: "ms",
          goal: { atMost: 20 },
          measured: [
            measured("processor time", [longest.processor], "ms"),
            measured("on the clock", [longest.clock], "ms"),
          ],
        });
        return result;
      };
      const { url, token, project, sessionId, head } = long;
      const client = connect({ url, token });
      client.confirmWith(() => true);
      const file = path.join(project, "export.jsonl");
      const backup = path.join(project, "backup.db");
      await writeFile(file, await client.events.export({ sessionId }));
      await watched("import", () => client.maintenance.importSession({ file, projectRoot: project }));
      const forked = await watched("fork", () => client.sessions.fork({ sessionId }));
      await watched("backup", () => client.maintenance.backup({ file: backup }));
      await watched("rewind to the middle", () =>
        client.sessions.rewind({ sessionId, seq: Math.floor(head / 2) }),
      );
      await watched("rewind to the beginning", () =>
        client.sessions.rewind({ sessionId: forked.sessionId, seq: 10 }),
      );
      await watched("delete and reclaim", () => client.sessions.delete({ sessionId }));
      await watched("restore", async () => {
        await client.maintenance.restore({ file: backup });
        const isBack = () =>
          client.sessions.get({ sessionId }).then(
            () => true,
            () => false,
          );
        while (!(await isBack())) await pause(50);
      });
      client.close();
      return findings;
    } finally {
      await server.stop();
    }
  },
};

import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { ProgramSlots } from "../../src/runs/program/program-slots.ts";
import { writeConfig } from "../config/write-config.ts";
import type { Client } from "../reliability/support/client.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { addDevice } from "./support/devices.ts";

async function start() {
  const home = makeHome({});
  writeConfig(home, { agents: { agent: { backend: "tiny" } } });
  const tiny = new TinyBackend();
  const server = await startHere(home, { backends: { tiny: tiny.manifest } });
  return { server, tiny, owner: server.client };
}

/** Sends the first message of a new session; resolves at the end of its run, or with the error. */
async function begin(client: Client): Promise<string> {
  const answer = await client.send("go");
  if (answer.status !== 200 && answer.status !== 202) return `${answer.status} ${answer.text}`;
  await (await Follower.open(client, answer.body.session_id)).whenEvent("run_ended");
  return "started";
}

async function beginMany(client: Client, count: number): Promise<string[]> {
  const all: string[] = [];
  for (let at = 0; at < count; at++) all.push(await begin(client));
  return [...new Set(all)];
}

test("[S36] a device that starts sessions endlessly starts no more than its share of programs", async () => {
  const { server, tiny, owner } = await start();
  await begin(owner);
  const phone = await addDevice(server, "phone", "prompter");
  const tablet = await addDevice(server, "tablet", "prompter");
  // None of them is idle.
  tiny.hasBackgroundWork = true;
  expect(await beginMany(phone.client, limits.programs.device)).toEqual(["started"]);
  const before = (await owner.get<{ sessions: unknown[] }>("/api/sessions?limit=200")).sessions.length;
  const refused = await phone.client.send("one more");
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      error: {
        code: "too_many_programs",
        message:
          "The limit of 32 running agent programs for this device is reached. Wait for a run to finish or cancel one, then retry.",
        retryable: true,
        details: { limit: 32 },
      },
    },
  ]);
  expect((await owner.get<{ sessions: unknown[] }>("/api/sessions?limit=200")).sessions).toHaveLength(before);
  expect(await begin(tablet.client)).toBe("started");

  // A program that ends frees its place.
  tiny.die();
  const free = limits.programs.server - limits.programs.device - 1;
  expect(await beginMany(owner, free - 1)).toEqual(["started"]);
  await expect.poll(() => begin(tablet.client)).toBe("started");
  expect(await begin(tablet.client)).toContain(
    "The limit of 64 running agent programs on this server is reached",
  );

  // An idle program makes room.
  tiny.hasBackgroundWork = false;
  const closes = tiny.closes;
  expect(await begin(tablet.client)).toBe("started");
  expect(tiny.closes).toBe(closes + 1);
});

test("[S36] the program that was idle longest makes room, for one other only", async () => {
  const places = new ProgramSlots({ server: 2, device: 2 });
  const ended: string[] = [];
  const holder = (name: string, since: number | null) => {
    let leave = () => {};
    let resting = since;
    const own = {
      deviceId: name,
      idleSince: () => resting,
      end: async () => {
        resting = null;
        ended.push(name);
        leave();
      },
    };
    return async () => {
      leave = await places.take(own);
      return leave;
    };
  };
  await holder("late", 20)();
  await holder("early", 10)();
  const [one, two, three] = await Promise.allSettled([
    holder("a", null)(),
    holder("b", null)(),
    holder("c", null)(),
  ]);
  expect(ended).toEqual(["early", "late"]);
  expect([one.status, two.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(three).toMatchObject({ status: "rejected", reason: { code: "too_many_programs" } });
  expect(() => places.assertRoom("d")).toThrow(
    "The limit of 2 running agent programs on this server is reached",
  );
  if (one.status === "fulfilled") one.value();
  expect(() => places.assertRoom("d")).not.toThrow();
});

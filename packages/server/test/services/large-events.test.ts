import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const LONG = `${"a long story ".repeat(50_000)}ends here`;

test("[L1] a call and a run that fail with a long error have its beginning in the log; the rest can be fetched", async () => {
  const error = { code: "told", message: LONG };
  const script = [{ tool: { name: "Bash", input: { command: LONG }, error } }, { fail: error }];
  const { client } = await startHere(makeHome({ agent: { script } }));
  const { session_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  const log = (await client.log(session_id)) as {
    type: string;
    cut?: { totalChars: number; blobId: string };
  }[];
  expect(log.filter((event) => JSON.stringify(event).length > limits.textChars + 1000)).toEqual([]);
  const cut = log.filter((event) => event.cut !== undefined);
  expect(cut.map(({ type }) => type)).toEqual(["tool_call_start", "tool_result", "run_ended"]);
  for (const { type, cut: { blobId = "", totalChars = 0 } = {} } of cut) {
    const { text } = await client.ask("GET", `/api/sessions/${session_id}/blobs/${blobId}`);
    expect(text.length).toBe(totalChars);
    expect(JSON.parse(text)).toMatchObject(
      type === "tool_call_start" ? { type, input: { command: LONG } } : { type, error },
    );
  }
});

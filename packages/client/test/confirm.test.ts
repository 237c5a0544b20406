import { expect, test } from "vitest";
import { connect } from "../src/index.ts";

const confirmation = { id: "c1", action: "restore", text: "Replace the log? Runs stop.", expires_ts: 5 };

/** A server that requires this confirmation of `/api/restore`. */
function openOn(expected: string) {
  const sent: (string | null)[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    const given = new Headers(init.headers).get("x-polylog-confirmation");
    sent.push(given);
    if (given === expected) return Response.json({ sessions: 1, events: 2, damaged: [] });
    const details = { confirmation };
    const error = { code: "confirmation_required", message: "Confirm it.", retryable: false, details };
    return Response.json({ error }, { status: 409 });
  };
  return { client: connect({ url: "http://127.0.0.1:1", token: "t", fetch }), sent };
}

test("[S37] an action is sent again, once, with a person's confirmation", async () => {
  const { client, sent } = openOn("c1");
  const asked: unknown[] = [];
  client.confirmWith((question) => {
    asked.push(question);
    return true;
  });
  expect(await client.maintenance.restore({ file: "/b" })).toEqual({ sessions: 1, events: 2, damaged: [] });
  expect(sent).toEqual([null, "c1"]);
  expect(asked).toEqual([{ id: "c1", action: "restore", text: "Replace the log? Runs stop.", expiresTs: 5 }]);
});

test("[S37] a declined action is not sent again, and neither is one whose confirmation was rejected", async () => {
  const declined = openOn("c1");
  declined.client.confirmWith(() => false);
  await expect(declined.client.maintenance.restore({ file: "/b" })).rejects.toMatchObject({
    code: "not_confirmed",
  });
  expect(declined.sent).toEqual([null]);
  const late = openOn("another");
  late.client.confirmWith(() => true);
  await expect(late.client.maintenance.restore({ file: "/b" })).rejects.toMatchObject({
    code: "confirmation_required",
  });
  expect(late.sent).toEqual([null, "c1"]);
});

test("[S37] without a person to ask, the action fails with the server's error", async () => {
  const { client, sent } = openOn("c1");
  await expect(client.maintenance.restore({ file: "/b" })).rejects.toMatchObject({
    code: "confirmation_required",
    status: 409,
  });
  expect(sent).toEqual([null]);
});

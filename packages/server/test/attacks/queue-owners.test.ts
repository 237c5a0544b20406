import { expect, test } from "vitest";
import { agent, Talk } from "../exchange/support/agents.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { addDevice, codeOf, openSocket } from "./support/devices.ts";

/** An agent that works until it is stopped, and messages that two prompters queued behind its run. */
async function openQueue() {
  const server = await startHere(makeHome({ own: agent({ work: [{ wait: 600_000 }] }) }));
  const talk = await Talk.begin(server.client, "own", "work");
  const { sessionId } = talk;
  const pixel = await addDevice(server, "Pixel 9", "prompter");
  const laptop = await addDevice(server, "Laptop", "prompter");
  const approver = await addDevice(server, "Tablet", "approver");
  await pixel.client.chat("by pixel", { session_id: sessionId });
  await laptop.client.chat("by laptop", { session_id: sessionId });
  const [ofPixel = "", ofLaptop = ""] = (await server.client.queue(sessionId)).map(({ item_id }) => item_id);
  const queue = `/api/sessions/${sessionId}/queue`;
  const texts = async () => (await server.client.queue(sessionId)).map(({ text }) => text);
  return { server, talk, sessionId, pixel, laptop, approver, ofPixel, ofLaptop, queue, texts };
}

const changes = [{ text: "changed" }, { position: 1 }, { send: "steer" }, { send: "interrupt" }];

test("[S35] a prompter cannot edit, move, send or remove a message that another device queued", async () => {
  const { laptop, ofPixel, queue, texts, sessionId, talk } = await openQueue();
  const command = await openSocket(laptop.client);
  const codes: (string | undefined)[] = [];
  for (const change of changes) {
    codes.push(codeOf(await laptop.client.ask("PATCH", `${queue}/${ofPixel}`, change)));
    codes.push(codeOf(await laptop.client.ask("PATCH", queue, { item_id: ofPixel, ...change })));
    const named = { session_id: sessionId, item_id: ofPixel };
    codes.push((await command("change_queue_item", { ...named, ...change })).error?.code);
  }
  codes.push(codeOf(await laptop.client.ask("DELETE", `${queue}/${ofPixel}`)));
  const removal = await command("remove_queue_item", { session_id: sessionId, item_id: ofPixel });
  codes.push(removal.error?.code);
  expect(codes).toEqual(codes.map(() => "not_allowed"));
  expect(await texts()).toEqual(["by pixel", "by laptop"]);
  expect(talk.all("run_ended")).toEqual([]);
});

test("[S35] a prompter who clears the queue removes only their own messages", async () => {
  const { laptop, queue, texts, sessionId, pixel } = await openQueue();
  await laptop.client.ask("DELETE", queue);
  expect(await texts()).toEqual(["by pixel"]);
  const command = await openSocket(pixel.client);
  await command("clear_queue", { session_id: sessionId });
  expect(await texts()).toEqual([]);
});

test("[S35] a prompter can change their own messages, and an approver everyone's; a changed text belongs to its editor", async () => {
  const { laptop, approver, ofPixel, ofLaptop, queue, texts, talk, pixel } = await openQueue();
  await laptop.client.ask("PATCH", `${queue}/${ofLaptop}`, { text: "by laptop, later", position: 0 });
  expect(await texts()).toEqual(["by laptop, later", "by pixel"]);
  await approver.client.ask("PATCH", `${queue}/${ofLaptop}`, { position: 1 });
  await approver.client.ask("PATCH", `${queue}/${ofPixel}`, { text: "by the approver" });
  const [updated] = talk.all("queue_updated").slice(-1);
  expect(updated?.items.map(({ text, by }) => [text, by])).toEqual([
    ["by the approver", approver.actor],
    ["by laptop, later", laptop.actor],
  ]);
  expect(codeOf(await pixel.client.ask("DELETE", `${queue}/${ofPixel}`))).toBe("not_allowed");
  await approver.client.ask("DELETE", queue);
  expect(await texts()).toEqual([]);
});

test("[S35] a queued message is delivered in the name of the device that queued it", async () => {
  const { talk, pixel, server, sessionId } = await openQueue();
  const { runId } = await talk.when("run_started");
  await server.client.cancel(runId);
  await server.client.resume(sessionId);
  const said = await talk.when("user_message", ({ text }) => text === "by pixel");
  expect(said.by).toEqual(pixel.actor);
});

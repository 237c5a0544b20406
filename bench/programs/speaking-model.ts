import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer } from "../program.ts";

/**
 * A model server with OpenAI's chat API that does no other work. If the last message is `5000000 4 0`, it sends
 * 5,000,000 characters in pieces of 4, as fast as they are read. It answers everything else with one word.
 */
const server = createServer(async (request, response) => {
  const body = await new Response(request as never).text();
  const { messages = [] } = body === "" ? {} : JSON.parse(body);
  const asked = /(\d+) (\d+) 0\s*$/.exec(JSON.stringify(messages.at(-1)?.content ?? "").replaceAll('"', ""));
  const [chars, piece] = [Number(asked?.[1] ?? 2), Number(asked?.[2] ?? 2)];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const about = { id: "bench", object: "chat.completion.chunk", created: 1, model: "bench" };
  const say = (delta: object, finish_reason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason }];
    return response.write(`data: ${JSON.stringify({ ...about, choices })}\n\n`);
  };
  const content = "lorem ipsum ".slice(0, piece);
  for (let said = 0; said < chars; said += piece) {
    if (!say({ role: "assistant", content }, null)) {
      await new Promise((resolve) => response.once("drain", resolve));
    }
  }
  say({}, "stop");
  response.end("data: [DONE]\n\n");
});
server.listen(0, "127.0.0.1");

answer({
  url: async () => {
    if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  },
});

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server that answers the nth request arbitrarily. Returns its address and the request bodies. */
export async function startStrangeServer(
  answer: (response: ServerResponse, count: number, body: string) => unknown,
): Promise<{ readonly url: string; readonly bodies: readonly string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.method !== "POST") return response.writeHead(404).end();
    bodies.push(body);
    return answer(response, bodies.length, body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, bodies };
}

/** A response of OpenAI's chat API with these deltas. */
export function stream(
  response: ServerResponse,
  deltas: readonly object[],
  finish: string | null = "stop",
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (choice: object) => ({
    id: "x",
    object: "chat.completion.chunk",
    choices: [{ index: 0, ...choice }],
  });
  for (const delta of deltas) response.write(`data: ${JSON.stringify(chunk({ delta }))}\n\n`);
  if (finish !== null)
    response.write(`data: ${JSON.stringify(chunk({ delta: {}, finish_reason: finish }))}\n\n`);
  response.end("data: [DONE]\n\n");
}

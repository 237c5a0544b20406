import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startScriptedModel } from "@polylog/scripted-model";

export interface TourModel {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The scripted model plays the script in a prompt. On screen a prompt should read as a person writes it, so this server
 * adds each prompt's script on the way to the model.
 */
export async function startTourModel(scripts: Readonly<Record<string, string>>): Promise<TourModel> {
  const model = await startScriptedModel({ pieceChars: 6, delayMs: 45 });
  const server = createServer((incoming, response) => {
    forward(incoming, response, new URL(model.url), scripts).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await model.close();
    },
  };
}

async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  model: URL,
  scripts: Readonly<Record<string, string>>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  let body = Buffer.concat(chunks).toString("utf8");
  for (const [prompt, script] of Object.entries(scripts)) {
    body = body.replaceAll(prompt, `${prompt} ${JSON.stringify(script).slice(1, -1)}`);
  }
  const { "content-length": _, ...headers } = incoming.headers;
  const options = { hostname: model.hostname, port: model.port, path: incoming.url, method: incoming.method };
  const onward = request({
    ...options,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  });
  onward.end(body);
  const [answer] = (await once(onward, "response")) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

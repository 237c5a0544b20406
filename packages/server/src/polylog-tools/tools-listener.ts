import { Guard } from "../http/entry/guard.ts";
import { createNodeServer, type HttpLimits, listen, shutDown } from "../http/entry/node-server.ts";
import { securityHeaders } from "../http/entry/security-headers.ts";
import { sendError } from "../http/send.ts";
import { toPolylogError } from "../http/to-error.ts";
import { PolylogError } from "../polylog-error.ts";
import type { ToolAddresses } from "./tool-addresses.ts";

const HOST = "127.0.0.1";

export interface ToolsListener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Agents' programs do not trust a self-signed certificate of this server, and nothing should make them trust it. They run
 * on this machine, so they get the tools, and nothing else, over its loopback interface.
 */
export async function openToolsListener(tools: ToolAddresses, limits: HttpLimits): Promise<ToolsListener> {
  const server = await createNodeServer(limits, undefined);
  const guard = new Guard({ scheme: "http", host: HOST });
  server.on("request", (incoming, outgoing) => {
    outgoing.setHeaders(securityHeaders as Map<string, string>);
    const refused = guard.check(incoming);
    if (refused !== null) return sendError(outgoing, refused);
    if (incoming.url?.split("?", 1)[0] !== tools.path)
      return sendError(outgoing, new PolylogError("not_found", "Nothing exists at this path."));
    tools.serve(incoming, outgoing).catch((error: unknown) => sendError(outgoing, toPolylogError(error)));
  });
  const url = await listen(server, HOST, 0);
  return { url, close: () => shutDown(server, limits.closeMs) };
}

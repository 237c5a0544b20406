import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { connectTo } from "../../server/find-server.ts";
import { requireTerminal, showTui, type TuiFlags } from "./tui.ts";

/** Opens the terminal client on a remote server. */
export async function attach(context: Context, address: string, flags: TuiFlags): Promise<number> {
  const url = addressOf(address);
  requireTerminal();
  const client = connectTo(context, url);
  try {
    await client.devices.me();
  } catch (error) {
    client.close();
    throw error;
  }
  return showTui(context, { client, url }, flags, { command: `polylog attach ${url}` });
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:"))
    return url.origin + url.pathname.replace(/\/$/, "");
  throw new CliError(
    "usage",
    `"${text}" is not a server address. Use one such as http://127.0.0.1:7717.`,
    exitCodes.usage,
  );
}

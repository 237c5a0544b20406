import { spawn } from "node:child_process";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServerAt } from "../home/find-server.ts";
import type { Environment } from "../settings.ts";

/** Prints an address that signs a browser in, once and within a minute; with a desktop the browser is opened. */
export async function open(context: Context, { print = false }: { print?: boolean }): Promise<number> {
  const { output, env } = context;
  const { client, url } = await needServerAt(context);
  const { code, expiresTs } = await client.newLoginCode("owner", "browser").finally(() => client.close());
  const address = `${url}/#code=${code}`;
  if (output.json) {
    output.value({ url: address, expires_ts: expiresTs });
    return exitCodes.done;
  }
  output.line(address);
  const opener = print || !process.stdout.isTTY ? null : browserOpener(process.platform, env);
  if (opener === null) output.remark("The link signs a browser in, once and within a minute.");
  else openWith(opener, address, () => output.remark(`Open it in a browser: ${opener} did not.`));
  return exitCodes.done;
}

/** The desktop's own program for it; null where nobody would see a window. */
export function browserOpener(platform: NodeJS.Platform, env: Environment): string | null {
  if (platform === "darwin") return "open";
  if (platform === "win32") return "explorer";
  const hasDesktop = Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
  return hasDesktop && !env.SSH_CONNECTION ? "xdg-open" : null;
}

function openWith(opener: string, address: string, failed: () => void): void {
  const child = spawn(opener, [address], { stdio: "ignore", detached: true });
  child.on("error", failed);
  child.unref();
}

import { spawn } from "node:child_process";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { writeRedirect } from "../../home/redirect-file.ts";
import { requireServerAt } from "../../server/find-server.ts";
import type { Environment } from "../../settings.ts";

/** Prints a sign-in link that works once within a minute. On a desktop, it also opens the browser. */
export async function open(context: Context, { print = false }: { print?: boolean }): Promise<number> {
  const { output, env, home } = context;
  const { client, url } = await requireServerAt(context);
  // Signing a browser in as owner is all this command does, so calling it is the confirmation.
  client.confirmWith(() => true);
  const { code, expiresTs } = await client.devices
    .newLoginCode({ role: "owner", name: "browser" })
    .finally(() => client.close());
  const address = `${url}/#code=${code}`;
  if (output.json) {
    output.value({ url: address, expires_ts: expiresTs });
    return exitCodes.done;
  }
  output.line(address);
  const opener = print || !process.stdout.isTTY ? null : browserOpener(process.platform, env);
  if (opener === null) {
    output.remark("The link signs in one browser and expires in one minute.");
    return exitCodes.done;
  }
  const file = writeRedirect(home, address, expiresTs);
  openWith(opener, file, () => output.remark(`Could not start ${opener}. Open the link in a browser.`));
  return exitCodes.done;
}

/** The desktop's program for opening links; null without a desktop. */
export function browserOpener(platform: NodeJS.Platform, env: Environment): string | null {
  if (platform === "darwin") return "open";
  if (platform === "win32") return "explorer";
  const hasDesktop = Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
  return hasDesktop && !env.SSH_CONNECTION ? "xdg-open" : null;
}

function openWith(opener: string, file: string, failed: () => void): void {
  const child = spawn(opener, [file], { stdio: "ignore", detached: true });
  child.on("error", failed);
  child.unref();
}

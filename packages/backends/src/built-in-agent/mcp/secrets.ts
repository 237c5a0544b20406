import { passwordsIn, secretsIn } from "../../process/redact.ts";
import { isProgram, type McpServerSettings } from "./settings.ts";

/** Secrets from a server's settings. */
export interface ServerSecrets {
  /** Redacted everywhere. */
  readonly certain: readonly string[];
  /** Possibly harmless values. They are redacted in notices only, which stay useful without them. */
  readonly possible: readonly string[];
}

export function secretsOf(settings: McpServerSettings): ServerSecrets {
  if (!isProgram(settings)) {
    const values = Object.values(settings.headers ?? {});
    // A scheme may precede the secret: "Bearer …".
    const certain = [...values, ...values.flatMap((value) => value.split(/\s+/)), ...inAddress(settings.url)];
    return { certain, possible: certain };
  }
  const { env = {} } = settings;
  const certain = [...secretsIn(env), ...passwordsIn(env), ...inArguments(settings.args ?? [])];
  return { certain, possible: [...certain, ...Object.values(env)] };
}

function inAddress(url: string): string[] {
  const { username, password, searchParams } = new URL(url);
  return [username, password, decodeURIComponent(password), ...searchParams.values()];
}

/** `--api-key VALUE` and `--api-key=VALUE`. */
function inArguments(args: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const [, name = "", value] = /^--?([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    return name === "" ? [] : secretsIn({ [name]: value ?? args[index + 1] ?? "" });
  });
}

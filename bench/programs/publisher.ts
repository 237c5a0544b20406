import { answer } from "../program.ts";

/** The requests to a server of the fan-out benchmark, in addition to its cost. */
export interface Publisher {
  /** Where clients connect: the port, and the request that each client sends first. */
  address(): Promise<Address> | Address;
  /** Sends one frame to every client. */
  publish(json: string): Promise<void> | void;
}

export interface Address {
  readonly port: number;
  readonly hello: string;
}

export function httpAddress(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Address {
  const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return { port, hello: [`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n") };
}

export function publisher({ address, publish }: Publisher): void {
  answer({ address, publish });
}

import type { Client } from "./client.ts";

/** The largest growth of a server's memory in bytes while an action ran. */
export async function memoryDuring(client: Client, work: () => Promise<void>): Promise<number> {
  const before = await memoryOf(client);
  let most = before;
  let isDone = false;
  const watch = async () => {
    while (!isDone) most = Math.max(most, await memoryOf(client));
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isDone = true;
    await watching;
  }
  return most - before;
}

export async function memoryOf(client: Client): Promise<number> {
  const { text } = await client.ask("GET", "/metrics");
  return Number(/^polylog_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

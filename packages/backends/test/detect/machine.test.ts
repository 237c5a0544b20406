import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { thisMachine } from "../../src/detect/machine.ts";
import { temporaryFolder } from "../node-program.ts";

async function answering(status: number, body: string | null): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { location: "/elsewhere" });
    if (body === null) response.flushHeaders();
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("JSON responses are read, and all others count as absent", async () => {
  const { reach } = thisMachine({});
  expect(await reach(await answering(200, '{"models":[]}'), 5000)).toEqual({ models: [] });
  expect(await reach(await answering(200, "<html>"), 5000)).toBe(undefined);
  expect(await reach(await answering(404, "{}"), 5000)).toBe(undefined);
  expect(await reach(await answering(302, "{}"), 5000)).toBe(undefined);
  expect(await reach(await answering(200, `"${"x".repeat(5_000_000)}"`), 5000)).toBe(undefined);
  expect(await reach(await answering(200, null), 50)).toBe(undefined);
  expect(await reach("http://127.0.0.1:1/", 5000)).toBe(undefined);
});

test("programs are searched on the given PATH", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "agent");
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  const machine = thisMachine({ PATH: folder });
  expect(await machine.findProgram("agent")).toBe(file);
  expect(await machine.findProgram("other")).toBe(null);
  expect(await thisMachine({}).findProgram("agent")).toBe(null);
});

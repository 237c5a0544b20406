import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { browserNetwork } from "../src/connection/network.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));

test("the source imports core and itself, and nothing else", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  const imported = files.flatMap((file) =>
    [...readFileSync(`${source}/${file}`, "utf8").matchAll(/\b(?<!\/)(?:from|import) ?\(?"([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect([...new Set(imported.filter((name) => !name?.startsWith(".")))]).toEqual(["@polylog/core"]);
});

test("a browser's own events report whether the network is available", () => {
  const page = new EventTarget();
  const told: boolean[] = [];
  const stop = browserNetwork(page).subscribe((online) => void told.push(online));
  page.dispatchEvent(new Event("offline"));
  page.dispatchEvent(new Event("online"));
  stop();
  page.dispatchEvent(new Event("online"));
  expect(told).toEqual([false, true]);
});

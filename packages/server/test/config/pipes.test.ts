import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

/** More than the number of threads that read files. */
const MANY = 12;

test("[S27] a pipe instead of a project's configuration is named, and blocks nothing", async () => {
  const home = makeHome({ echo: {} });
  const { client } = await startHere(home);
  const file = path.join(home.project, ".polylog", "config.json");
  mkdirSync(path.dirname(file));
  execFileSync("mkfifo", [file]);
  const query = new URLSearchParams({ project_root: home.project });
  const answers = await Promise.all(
    Array.from({ length: MANY }, () => client.ask("GET", `/api/agents?${query}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 200));
  expect(await client.get(`/api/trust?${query}`)).toEqual({
    folders: [
      {
        ...{ project_root: home.project, trusted: false, trusted_ts: null, waiting: [] },
        ...{ changes: [], more_changes: 0, unchecked: [], digest: expect.any(String), was_trusted: false },
        problem: `${file}: This is not a regular file. Choose another one.`,
      },
    ],
  });
});

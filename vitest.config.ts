import os from "node:os";
import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { LongFilesFirst } from "./tools/testing/long-files-first.ts";

const everywhere = ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "tools/**/*.test.ts"];

/**
 * Tests of real processes, disks, networks, browsers and agent programs, and of many generated histories. `npm test`
 * runs them too, `npm run check` does not.
 */
const slow = [
  "apps/*/test/{browser,pty}/**/*.test.ts",
  "apps/cli/test/**/*.test.ts",
  "apps/tui/test/{asks,safe,transcript}.test.ts",
  "packages/backends/test/*/{long-stream,program,real}*.test.ts",
  "packages/backends/test/acp/translate/long-stream.test.ts",
  "packages/backends/test/{conformance,process,script,through-server}/**/*.test.ts",
  "packages/backends/test/built-in-agent/*.test.ts",
  "packages/backends/test/built-in-agent/{mcp,tools}/**/*.test.ts",
  "packages/client/test/{lost-connections,switch-from-log-to-live}.test.ts",
  "packages/core/test/properties/**/*.test.ts",
  "packages/core/test/bad-input/{long-text,malformed,refused}.test.ts",
  "packages/core/test/format/exact-text.test.ts",
  "packages/core/test/status/pick.test.ts",
  "packages/core/test/tools/hostile.test.ts",
  "packages/scripted-model/test/{demo,server,wire}/**/*.test.ts",
  "packages/server/test/{attacks,built-in,budgets,checkpoint,exchange,http,missions,model,reliability,services,store}/**/*.test.ts",
  "tools/bundle/*.test.ts",
  "tools/launch/{launch,run-child}.test.ts",
  "tools/doc-samples/adding.test.ts",
  "tools/packages/packages.test.ts",
];

/** Agents that are too heavy for every run: `npm run test:agents` installs and plays them. */
const agents = ["packages/backends/test/agents/*.test.ts"];
/** A test waits for an outcome. These bounds only end one that never comes, also where others use the machine. */
const testTimeout = 600_000;
const expectation = { poll: { timeout: 90_000 } };
const withAgents = process.env.POLYLOG_TEST_AGENTS === "1";

/** Compiled code of the programs that tests start over and over. */
const NODE_COMPILE_CACHE = path.join(import.meta.dirname, "node_modules/.cache/polylog/compiled");

export default defineConfig({
  test: {
    // Half of the time the slow ones wait for programs: one worker would leave a core of two idle.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: everywhere,
          exclude: [...configDefaults.exclude, ...slow, ...agents],
          // A new process for every file would take longer than the tests do.
          isolate: false,
          testTimeout,
          expect: expectation,
        },
      },
      {
        // They wait for real programs, which a busy machine slows down; nothing in them measures time.
        test: {
          name: "slow",
          include: slow,
          env: { NODE_COMPILE_CACHE },
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      ...(withAgents
        ? [
            {
              test: {
                name: "agents",
                include: agents,
                env: { NODE_COMPILE_CACHE },
                testTimeout,
                hookTimeout: testTimeout,
                expect: expectation,
              },
            },
          ]
        : []),
    ],
  },
});

import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** The folders with the slowest files, slowest first. */
const long = [
  "apps/web/test/browser/",
  "packages/backends/test/conformance/conformance.",
  "packages/backends/test/acp/program-",
  "packages/server/test/exchange/programs",
  "packages/server/test/missions/programs",
  "packages/server/test/budgets/programs",
  "apps/tui/test/pty/",
  "apps/cli/test/",
  "packages/server/test/reliability/",
];

/**
 * Starts with the slowest files, so that none of them runs alone at the end. Vitest does this automatically after a first
 * run; in a fresh clone it sorts by file size, which says little about duration.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((part) => moduleId.includes(part));
      return at === -1 ? long.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

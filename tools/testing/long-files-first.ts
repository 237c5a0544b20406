import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Where the files are that take longest, the longest of all first. */
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
 * Begins with the files that take longest, so that none of them is alone at the end. Vitest does so by itself where it
 * has seen a run before; in a fresh clone it goes by the sizes of files, which tell little.
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

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { listSourceFiles } from "../source/list-files.ts";
import { citedRules } from "./citations.ts";
import { definedRules, specFaults } from "./rules.ts";

const SPEC = "packages/core/SPEC.md";
const testFile = /^packages\/[^/]+\/test\/.*\.test\.ts$/;

/** Checks a repository's specification against the tests of its packages. */
export function checkSpec(root: string): string[] {
  if (!existsSync(path.join(root, SPEC))) return [`${SPEC} is missing; it holds the rules that tests cite`];
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const cited = listSourceFiles(root)
    .filter((file) => testFile.test(file))
    .flatMap((file) => citedRules(file, read(file)));
  return specFaults(SPEC, definedRules(read(SPEC)), cited);
}

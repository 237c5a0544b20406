import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { listSourceFiles } from "../source/list-files.ts";
import { citedRules } from "./citations.ts";
import { definedRules, specFaults } from "./rules.ts";

const MAIN = "packages/core/SPEC.md";
const testFile = /^((?:packages|apps)\/[^/]+)\/test\/.*\.test\.ts$/;

/** Checks the specification of every package that has one against the package's own tests. */
export function checkSpec(root: string): string[] {
  if (!existsSync(path.join(root, MAIN))) return [`${MAIN} is missing; it holds the rules that tests cite`];
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const tests = Map.groupBy(
    listSourceFiles(root).filter((file) => testFile.test(file)),
    (file) => testFile.exec(file)?.[1] as string,
  );
  return [...tests].flatMap(([folder, files]) => {
    const spec = `${folder}/SPEC.md`;
    if (!existsSync(path.join(root, spec))) return [];
    const cited = files.flatMap((file) => citedRules(file, read(file)));
    return specFaults(spec, definedRules(read(spec)), cited);
  });
}

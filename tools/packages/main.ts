import path from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "./build-package.ts";

/** The packages that other programs can install, each after those that it depends on. */
const published = ["core", "client"];

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) {
  console.error("Usage: npm run packages -- --out DIR");
  process.exit(1);
}
for (const name of published) {
  const folder = path.resolve(values.out, name);
  await buildPackage(name, folder);
  console.log(`@polylog/${name}: ${folder}`);
}

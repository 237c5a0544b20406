import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { publishedManifest, type SourceManifest } from "./manifest.ts";

const root = path.resolve(import.meta.dirname, "../..");
const tsc = path.join(root, "node_modules/typescript/bin/tsc");

/** Writes a workspace package as a folder for `npm pack`: JavaScript, declarations, README and license. */
export async function buildPackage(name: string, out: string): Promise<void> {
  const source = path.join(root, "packages", name);
  const manifest = JSON.parse(await readFile(path.join(source, "package.json"), "utf8")) as SourceManifest;
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Promise.all([
    writeModules(source, manifest, path.join(out, "dist")),
    writeDeclarations(source, path.join(out, "dist")),
    writeFile(path.join(out, "package.json"), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`),
    copyFile(path.join(source, "README.md"), path.join(out, "README.md")),
    copyFile(path.join(root, "LICENSE"), path.join(out, "LICENSE")),
  ]);
}

/** One module per source, so that a bundler can leave out unused ones. */
async function writeModules(source: string, manifest: SourceManifest, dir: string): Promise<void> {
  const build = await rolldown({
    input: Object.values(manifest.exports).map((file) => path.join(source, file)),
    external: Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  });
  await build.write({
    ...{ dir, format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    ...{ preserveModules: true, preserveModulesRoot: path.join(source, "src") },
  });
  await build.close();
}

async function writeDeclarations(source: string, dir: string): Promise<void> {
  const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
  const folders = ["--rootDir", path.join(source, "src"), "--outDir", dir];
  await promisify(execFile)(process.execPath, [tsc, "-p", source, ...flags, ...folders]);
  for (const file of await readdir(dir, { recursive: true })) {
    if (!file.endsWith(".d.ts")) continue;
    const text = await readFile(path.join(dir, file), "utf8");
    await writeFile(path.join(dir, file), withJsSpecifiers(text));
  }
}

/** TypeScript keeps `./x.ts` in declarations, but the module next to them is `./x.js`. */
function withJsSpecifiers(text: string): string {
  return text.replaceAll(/(\b(?:from|import|module) ?\(?")(\.[^"]*)\.ts"/g, '$1$2.js"');
}

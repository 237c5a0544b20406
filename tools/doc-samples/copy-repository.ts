import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Copies the sources and links what is installed, so that the copy's packages find each other and not the originals. */
export function copyRepository(root: string, to: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split("\0")) {
    // A file that was removed but not staged yet is still listed.
    if (file !== "" && existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(to, file));
  }
  for (const folder of [".", "bench"]) linkModules(root, to, folder);
  for (const folder of ["packages", "apps"]) {
    for (const name of readdirSync(path.join(root, folder))) linkModules(root, to, path.join(folder, name));
  }
}

const SCOPE = "@polylog";

function linkModules(root: string, to: string, folder: string): void {
  const modules = path.join(root, folder, "node_modules");
  if (!existsSync(modules)) return;
  const copied = path.join(to, folder, "node_modules");
  mkdirSync(copied, { recursive: true });
  for (const name of readdirSync(modules)) {
    // A tool that keeps its cache in this folder must not write to the original through the copy.
    if (name === SCOPE || name.startsWith(".")) continue;
    symlinkSync(path.join(modules, name), path.join(copied, name));
  }
  // These links are relative, so unchanged copies point to the packages of the copy.
  const own = path.join(modules, SCOPE);
  if (existsSync(own)) cpSync(own, path.join(copied, SCOPE), { recursive: true, verbatimSymlinks: true });
}

import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { expectOk, newProject, stateOf } from "./project.ts";

// Real processes, on a machine that may be busy.
/** Names that conflict with each other, as a file and as a folder. */
const name = fc.constantFrom("a", "a/b", "a/b/c", "a/d", "e", "e/f", "x.log", "a/x.log", "g h/ü");

const step = fc.oneof(
  fc.record({
    do: fc.constant("put"),
    name,
    content: fc.constantFrom("1", "2", "", "\r\n", "long\n".repeat(9)),
  }),
  fc.record({ do: fc.constant("remove"), name, content: fc.constant("") }),
  fc.record({ do: fc.constant("link"), name, content: fc.constantFrom("a", "../e", "nowhere") }),
  fc.record({ do: fc.constant("program"), name, content: fc.constant("#!") }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function applySteps(root: string, steps: readonly Step[]): void {
  for (const { do: action, name: given, content } of steps) {
    const file = path.join(root, given);
    // Remove files and links that block the path, so that no step writes through a link out of the project.
    for (let at = path.dirname(given); at !== "."; at = path.dirname(at))
      removeUnlessFolder(path.join(root, at));
    rmSync(file, { recursive: true, force: true });
    if (action === "remove") continue;
    mkdirSync(path.dirname(file), { recursive: true });
    if (action === "link") symlinkSync(content, file);
    else writeFileSync(file, content);
    if (action === "program") chmodSync(file, 0o755);
  }
}

function removeUnlessFolder(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A folder stays.
  }
}

/** Without folders, which git does not track, and without ignored files. */
function filesOf(root: string): Record<string, string> {
  const files = Object.entries(stateOf(root)).filter(
    ([file, what]) => what !== "folder" && !file.endsWith(".log"),
  );
  return Object.fromEntries(files);
}

test("[CP1] any state can be restored from any other, and the restore can be undone", async () => {
  const steps = fc.array(step, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, second) => {
      const { root, checkpoints } = newProject();
      writeFileSync(path.join(root, ".gitignore"), "*.log\n");
      applySteps(root, first);
      const before = filesOf(root);
      const { hash } = expectOk(await checkpoints.save(root, "s"));
      applySteps(root, second);
      const [after, ignored] = [filesOf(root), logsOf(root)];
      const back = expectOk(await checkpoints.restore(root, "s", hash));
      // An ignored file may block a restored one; then it is reported as kept.
      if (back.kept.length === 0) expect(filesOf(root)).toEqual(before);
      expect(logsOf(root)).toEqual(ignored);
      const forth = expectOk(await checkpoints.restore(root, "s", back.before));
      if (forth.kept.length === 0) expect(filesOf(root)).toEqual(after);
    }),
    { numRuns: 15 },
  );
});

function logsOf(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(stateOf(root)).filter(([file]) => file.endsWith(".log")));
}

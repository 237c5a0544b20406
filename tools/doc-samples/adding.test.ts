import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captureChild } from "../launch/run-child.mjs";
import { programOf, typeProjects } from "../launch/steps/steps.mjs";
import { copyRepository } from "./copy-repository.ts";
import { applyChange, type Sample, samplesOf } from "./samples.ts";

const root = path.resolve(import.meta.dirname, "../..");
const documents = readdirSync(path.join(root, "docs/build")).filter((name) => name.startsWith("adding-"));
const samples = documents.flatMap((name) =>
  samplesOf(readFileSync(path.join(root, "docs/build", name), "utf8")),
);
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), "polylog-samples-"));
  copyRepository(root, copy);
  for (const sample of samples) apply(sample);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function apply(sample: Sample): void {
  const file = path.join(copy, sample.path);
  if (sample.kind === "file") {
    expect(existsSync(file), `${sample.path} exists already`).toBe(false);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, sample.text);
  } else {
    writeFileSync(file, applyChange(readFileSync(file, "utf8"), sample.lines));
  }
}

test.each(documents)("%s fits a screen and has a sample with a test", (name) => {
  const text = readFileSync(path.join(root, "docs/build", name), "utf8");
  const tests = samplesOf(text).filter(({ path: file }) => file.endsWith(".test.ts"));
  expect(tests.length, "a sample that is a test").toBeGreaterThan(0);
  expect(text.split("\n").length, "lines").toBeLessThanOrEqual(110);
});

test("every sample compiles in the repository", async () => {
  const tsc = programOf(root, "typescript", "tsc");
  const isTouched = (project: string) => samples.some(({ path: file }) => file.startsWith(`${project}/`));
  // The apps compile what they import, so they also find what a sample forgets elsewhere.
  for (const project of typeProjects(copy).filter((name) => isTouched(name) || name.startsWith("apps/"))) {
    const { code, output } = await captureChild(process.execPath, [tsc, "-p", project], { cwd: copy });
    expect({ project, code, output }).toEqual({ project, code: 0, output: "" });
  }
});

test("every sample passes its own test and keeps the boundaries", async () => {
  const tests = samples.map(({ path: file }) => file).filter((file) => file.endsWith(".test.ts"));
  const vitest = programOf(root, "vitest", "vitest");
  for (const args of [[vitest, "run", ...tests], ["tools/boundaries/main.ts"]]) {
    const { code, output } = await captureChild(process.execPath, args, { cwd: copy });
    expect(code, output).toBe(0);
  }
});

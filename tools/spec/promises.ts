import { citedRules } from "./citations.ts";

/** The numbers of all promises. Each has a test in the part of the system that keeps it. */
export const promises: readonly string[] = [
  ...range("R", 1, 20),
  "R22",
  ...range("R", 24, 28),
  ...range("S", 1, 33),
  ...range("S", 35, 37),
];

/** The packages whose tests cite promises. Elsewhere, S and R mean other rules. */
const folders = /^(?:packages\/(?:server|backends)|apps\/(?:web|tui))\/test\//;

const row = /^\| ([RS]\d+) \| (.*) \|$/;

/** The faults of a table of promises and their test files, one sentence each. */
export function promiseFaults(
  markdown: string,
  files: readonly string[],
  read: (file: string) => string,
): string[] {
  const listed = new Map(
    markdown.split("\n").flatMap((line) => {
      const [, number, cell] = row.exec(line) ?? [];
      return number === undefined ? [] : [[number, cell?.match(/[\w./-]+\.test\.ts/g) ?? []] as const];
    }),
  );
  const cites = (file: string, number: string) =>
    citedRules(file, read(file)).some(({ rule }) => rule === number);
  return promises.flatMap((number) => {
    const named = listed.get(number) ?? [];
    if (named.length === 0) return [`${number} is kept by no test; name one in the table`];
    return named
      .filter((file) => !folders.test(file) || !files.includes(file) || !cites(file, number))
      .map((file) => `${number}: ${file} has no test that begins with [${number}]`);
  });
}

function range(letter: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
}

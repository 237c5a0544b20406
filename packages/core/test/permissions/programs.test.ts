import fc from "fast-check";
import { expect, test } from "vitest";
import { knownSafe } from "../../src/permissions/known-safe.ts";
import { permissionOffers } from "../../src/permissions/offers.ts";
import { programs } from "../../src/permissions/programs/index.ts";
import { type Program, readOptions } from "../../src/permissions/programs/program.ts";

/** The table as rows: each program and each subcommand. */
interface Row {
  readonly name: string;
  readonly program: Program;
}

const rowsOf = (name: string, program: Program): readonly Row[] => [
  { name, program },
  ...Object.entries(program.commands ?? {}).flatMap(([sub, inner]) => rowsOf(`${name} ${sub}`, inner)),
];
const rows = Object.entries(programs).flatMap(([name, program]) => rowsOf(name, program));
const names = (line: string | undefined) => [...readOptions(line).names];
const marked = ({ runs, writes }: Program) => [...names(runs), ...names(writes)];
/** A command that the row covers. */
const example = ({ name, program }: Row) => (program.script === undefined ? name : `${name} 5p`);
const covered = rows.filter(({ program }) => program.safe !== undefined);

test.each(rows.map((row) => [row.name, row] as const))(
  "[S32] %s: only listed options are covered",
  (_, row) => {
    const { name, program } = row;
    const base = example(row);
    if (program.safe === undefined) {
      expect(knownSafe(name)).toBeNull();
      expect(knownSafe(`${name} -x file`)).toBeNull();
      expect(permissionOffers({ toolName: "Bash", input: { command: name } })).toHaveLength(1);
    } else {
      expect(knownSafe(base)).toEqual(name.split(" "));
      for (const option of names(program.safe)) {
        const command = `${base} ${option === "-#" ? "-7" : option}`;
        expect([command, knownSafe(command)]).toEqual([command, name.split(" ")]);
      }
      for (const unknown of ["--unknown-option", "--unknown=1", "-\u00fc"])
        expect(knownSafe(`${base} ${unknown}`)).toBeNull();
    }
    for (const mark of marked(program)) {
      expect(names(program.safe)).not.toContain(mark);
      const abbreviated = mark.slice(0, -1);
      const forms = mark.startsWith("--")
        ? [
            mark,
            `${mark}=x`,
            ...(names(program.safe).includes(abbreviated) ? [] : [abbreviated, `${abbreviated}=x`]),
          ]
        : [mark, ...(mark.startsWith("-") ? [`${mark}x`, `${mark}=x`] : [])];
      for (const form of forms) {
        expect([form, knownSafe(`${base} ${form}`)]).toEqual([form, null]);
        expect([form, knownSafe(`${base} -- "${form}" x`)]).toEqual([form, null]);
      }
    }
  },
);

const operand = fc.constantFrom("src", "a.ts", "HEAD", "'a b'", "main..x", "./x", "3");
const safeWords = (program: Program) =>
  fc.array(
    fc.oneof(operand, fc.constantFrom("", ...names(program.safe).filter((option) => option !== "-#"))),
    { maxLength: 4 },
  );
const row = fc.constantFrom(...covered);

test("[S32] an option that runs or writes makes any covered command uncovered, wherever it occurs", () => {
  fc.assert(
    fc.property(
      row
        .filter(({ program }) => marked(program).some((mark) => mark.startsWith("-")))
        .chain((each) =>
          fc.record({
            each: fc.constant(each),
            before: safeWords(each.program),
            after: safeWords(each.program),
            mark: fc.constantFrom(...marked(each.program).filter((mark) => mark.startsWith("-"))),
            form: fc.constantFrom("", "=x", " x", "x"),
          }),
        ),
      ({ each, before, after, mark, form }) => {
        const command = [example(each), ...before, `${mark}${form}`, ...after]
          .filter((word) => word !== "")
          .join(" ");
        expect([command, knownSafe(command)]).toEqual([command, null]);
      },
    ),
  );
});

test("[S32] an unknown option makes any command uncovered", () => {
  fc.assert(
    fc.property(
      row.chain((each) => fc.tuple(fc.constant(each), safeWords(each.program))),
      fc.stringMatching(/^--x[a-z-]{3,9}$/),
      ([each, words], option) => {
        expect(
          knownSafe([example(each), ...words, option].filter((word) => word !== "").join(" ")),
        ).toBeNull();
      },
    ),
  );
});

test("[S32] a command longer than rules read is never covered", () => {
  const command = `ls ${"a".repeat(40_000)}`;
  expect([knownSafe(command), permissionOffers({ toolName: "Bash", input: { command } })]).toEqual([
    null,
    [],
  ]);
});

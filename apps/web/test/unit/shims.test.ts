import { expect, test } from "vitest";
import * as ownNames from "../../src/shims/named-characters.ts";
import * as ownProperties from "../../src/shims/properties.ts";

/**
 * The build checks that the shims export enough; this checks that they return the same as the packages. The packages
 * are not our own dependencies, but come with those.
 */
const packageOf = (name: string): Promise<Record<string, unknown>> => import(name);

test("every character reference decodes as in the package", async () => {
  const { decodeNamedCharacterReference: decode } = await packageOf("decode-named-character-reference");
  const names = [
    "amp",
    "lt",
    "nbsp",
    "hellip",
    "mdash",
    "rArr",
    "check",
    "szlig",
    "ntilde",
    "Omega",
    "nonsense",
  ];
  expect(names.map(ownNames.decodeNamedCharacterReference)).toEqual(
    names.map((name) => (decode as typeof ownNames.decodeNamedCharacterReference)(name)),
  );
});

test("every attribute that sanitizing keeps has the same name as in the package", async () => {
  const { find, html, hastToReact } = (await packageOf(
    "property-information",
  )) as unknown as typeof ownProperties;
  const { defaultSchema } = (await packageOf("hast-util-sanitize")) as {
    defaultSchema: { attributes: Record<string, (string | string[])[]> };
  };
  const names = Object.values(defaultSchema.attributes)
    .flat()
    .map((each) => [each].flat()[0] as string)
    .filter((name) => !/^(?:aria|data)|\*/.test(name));
  expect(names.length).toBeGreaterThan(30);
  const isOther = (name: string) =>
    find(html, name).property !== ownProperties.find(null, name).property || name in hastToReact;
  expect(names.filter(isOther)).toEqual([]);
});

test("a shim exports no names that its package lacks", async () => {
  const surplus = async (own: object, name: string) => {
    const theirs = await packageOf(name);
    return Object.keys(own).filter((each) => !(each in theirs));
  };
  expect({
    characters: await surplus(ownNames, "decode-named-character-reference"),
    properties: await surplus(ownProperties, "property-information"),
  }).toEqual({ characters: [], properties: [] });
});

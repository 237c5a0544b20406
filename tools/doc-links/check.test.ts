import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { linkFaults } from "./check.ts";
import { anchorsIn, linksIn } from "./links.ts";

test("links and images are found across lines, but not in code", () => {
  const text = [
    "[a](a.md) `[no](no.md)`",
    "```",
    "[no](no.md)",
    "```",
    "[two",
    "lines](b.md#c)",
    "[![icon](i.png)](d.md)",
  ].join("\n");
  expect(linksIn(text)).toEqual([
    { line: 1, target: "a.md", text: "a", isImage: false },
    { line: 6, target: "b.md#c", text: "two lines", isImage: false },
    { line: 7, target: "i.png", text: "icon", isImage: true },
    { line: 7, target: "d.md", text: "![icon](i.png)", isImage: false },
  ]);
});

test("anchors are spelled as on GitHub", () => {
  const text = "# A `b_c`: d?\n\n## Claude's [link](x.md)\n\n## Same\n\n## Same\n\n```\n# no\n```\n";
  expect([...anchorsIn(text)]).toEqual(["a-b_c-d", "claudes-link", "same", "same-1"]);
});

test("missing files, headings and image descriptions are reported", () => {
  const root = sampleTree({
    "README.md": "[a](docs/use/a.md#here) [b](docs/use/b.md) [c](docs/use/a.md#gone) [d](#own)\n\n## Own\n",
    "docs/README.md": "[a](use/a.md) [code](../src) [out](../../x.md) [web](https://example.org/x)\n",
    "docs/use/a.md": "## Here\n\n![](a.png)\n![a picture](gone.png)\n",
    "docs/use/unlisted.md": "text\n",
    ".github/a.md": "[gone](gone.md)\n",
    "src/a.ts": '// See docs/use/a.md.\nconst b = "docs/use/gone.md";\n',
  });
  expect(linkFaults(root)).toEqual([
    "README.md:1: docs/use/b.md does not exist",
    "README.md:1: docs/use/a.md#gone has no such heading",
    "docs/README.md:1: ../../x.md leads out of the repository",
    "docs/use/a.md:3: a.png has no description",
    "docs/use/a.md:4: gone.png does not exist",
    ".github/a.md:1: gone.md does not exist",
    "docs/README.md does not list docs/use/unlisted.md",
    "src/a.ts: docs/use/gone.md does not exist",
  ]);
});

test("in this repository every link leads somewhere", () => {
  expect(linkFaults(path.resolve(import.meta.dirname, "../.."))).toEqual([]);
});

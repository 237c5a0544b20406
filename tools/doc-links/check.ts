import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { listDocuments, listSourceFiles } from "../source/list-files.ts";
import { anchorsIn, type Link, linksIn } from "./links.ts";

const INDEX = "docs/README.md";
const HIDDEN = ".github";
const page = /\bdocs\/(?:start|use|operate|build)\/[\w-]+\.md\b/g;

/** Broken links, anchors and images of all documents, and pages that the index does not list. */
export function linkFaults(root: string): string[] {
  const documents = [...listDocuments(root), ...hiddenDocuments(root)];
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const broken = documents.flatMap((file) =>
    linksIn(read(file)).flatMap((link) => {
      const fault = faultOf(root, file, link, read);
      return fault === null ? [] : [`${file}:${link.line}: ${link.target} ${fault}`];
    }),
  );
  return [...broken, ...unlistedPages(documents, read), ...staleMentions(root, read)];
}

/** `listDocuments` skips hidden folders. */
function hiddenDocuments(root: string): string[] {
  const folder = path.join(root, HIDDEN);
  return existsSync(folder) ? listDocuments(folder).map((file) => `${HIDDEN}/${file}`) : [];
}

function faultOf(root: string, file: string, link: Link, read: (file: string) => string): string | null {
  const { target, text, isImage } = link;
  if (isImage && text === "") return "has no description";
  if (/^[a-z]+:/.test(target)) return null;
  const [to = "", anchor] = target.split("#");
  const wanted = to === "" ? file : path.posix.normalize(path.posix.join(path.posix.dirname(file), to));
  if (wanted.startsWith("..")) return "leads out of the repository";
  const stats = statSync(path.join(root, wanted), { throwIfNoEntry: false });
  if (stats === undefined) return "does not exist";
  if (anchor === undefined || !wanted.endsWith(".md")) return null;
  return anchorsIn(read(wanted)).has(anchor) ? null : "has no such heading";
}

function unlistedPages(documents: readonly string[], read: (file: string) => string): string[] {
  if (!documents.includes(INDEX)) return [];
  const listed = new Set(linksIn(read(INDEX)).map(({ target }) => path.posix.join("docs", target)));
  return documents
    .filter((file) => file.startsWith("docs/") && !file.startsWith("docs/decisions/") && file !== INDEX)
    .filter((file) => !listed.has(file))
    .map((file) => `${INDEX} does not list ${file}`);
}

/** Pages that code names in strings and comments. */
function staleMentions(root: string, read: (file: string) => string): string[] {
  return listSourceFiles(root)
    .filter((file) => !file.startsWith("tools/doc-"))
    .flatMap((file) => {
      const named = [...new Set(read(file).match(page) ?? [])];
      return named
        .filter((name) => !existsSync(path.join(root, name)))
        .map((name) => `${file}: ${name} does not exist`);
    });
}

import path from "node:path";

/**
 * A file name as git stores it: bytes, one character each, relative to the project's folder, with `/` as separator.
 * Names are not necessarily valid text in any encoding.
 */
export type FileName = string;

export function fileNames(output: Buffer): FileName[] {
  return output
    .toString("latin1")
    .split("\0")
    .filter((name) => name !== "");
}

/** The name as a path of the operating system. */
export function systemPath(root: string, name: FileName): Buffer {
  return Buffer.concat([Buffer.from(root + path.sep), Buffer.from(name, "latin1")]);
}

/** The name as a line of input for git: quoted, with special bytes escaped as octal numbers. */
export function quoted(name: FileName): string {
  const safe = name.replace(/[^\x20-\x7e]|["\\]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${safe}"`;
}

export function readableName(name: FileName): string {
  return Buffer.from(name, "latin1").toString("utf8");
}

/** The parent folders of a file, nearest first. */
export function foldersAbove(name: FileName): FileName[] {
  const folders: FileName[] = [];
  for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1))
    folders.push(name.slice(0, end));
  return folders;
}

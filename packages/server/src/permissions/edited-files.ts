/** The files named in an edit's input, in the field names of any agent. */

const pathFields: ReadonlySet<string> = new Set([
  ...["path", "filepath", "notebookpath", "absolutepath", "targetfile", "file", "filename", "uri", "fileuri"],
  ...["oldpath", "newpath", "oldfile", "newfile", "movepath", "moveto", "renameto", "destination", "dest"],
  ...["source", "from", "to", "src", "paths", "files", "filepaths", "target"],
]);
/** If such a field is not a string, the files of the whole input are unknown. */
const strictFields: ReadonlySet<string> = new Set(["path", "filepath", "notebookpath", "absolutepath"]);
const patchFields: ReadonlySet<string> = new Set(["patch", "input", "diff", "patchtext", "unifieddiff"]);

const patchLine = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;
const diffLine = /^(?:(?:---|\+\+\+) (?:[ab]\/)?|(?:rename|copy) (?:from|to) )(.+)$/gm;
const mostLevels = 8;

/** Every file named in an edit's input; empty if any part of it is not understood. */
export function editedFiles(input: unknown): string[] {
  const files: string[] = [];
  return collect(input, files, 0) ? [...new Set(files)] : [];
}

/** Whether every field that names a file was understood. */
function collect(value: unknown, files: string[], level: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (level > mostLevels) return false;
  if (Array.isArray(value)) return value.every((each) => collect(each, files, level + 1));
  return Object.entries(value).every(([name, held]) => collectField(name, held, files, level));
}

function collectField(name: string, held: unknown, files: string[], level: number): boolean {
  const field = name.replace(/[_-]/g, "").toLowerCase();
  if (pathFields.has(field)) {
    if (typeof held === "string") return files.push(held) > 0;
    if (Array.isArray(held) && held.every((each) => typeof each === "string"))
      return files.push(...held) > 0 || held.length === 0;
    if (strictFields.has(field)) return false;
  }
  if (patchFields.has(field) && typeof held === "string") {
    for (const line of [patchLine, diffLine])
      files.push(...[...held.matchAll(line)].map(([, file = ""]) => file.split("\t")[0] ?? ""));
    return true;
  }
  // Codex has a map of changes by path, others have a list.
  if (field === "changes" && typeof held === "object" && held !== null && !Array.isArray(held))
    files.push(...Object.keys(held));
  return collect(held, files, level + 1);
}

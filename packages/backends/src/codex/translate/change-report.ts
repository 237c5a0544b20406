import { type ChangedFile, limitReport, limits, type ProjectChanges } from "@polylog/core";

/** A turn's changes, from Codex's single diff in git's format. Null if nothing changed. */
export function changesIn(diff: string): ProjectChanges | null {
  const parts = diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  const listed = parts.slice(0, limits.reportFiles);
  return limitReport(
    listed.flatMap((part) => changedFile(part) ?? []),
    parts.length - listed.length,
  );
}

function changedFile(part: string): ChangedFile | null {
  const headEnd = part.search(/^@@ /m);
  const head = headEnd === -1 ? part : part.slice(0, headEnd);
  const lines = headEnd === -1 ? [] : part.slice(headEnd).split("\n");
  const { from, to } = pathsIn(head);
  const path = to ?? from;
  if (path === null) return null;
  const status = /^new file mode/m.test(head)
    ? "added"
    : /^deleted file mode/m.test(head)
      ? "deleted"
      : from !== null && from !== path
        ? "renamed"
        : "modified";
  return {
    path,
    status,
    ...(status === "renamed" && from !== null ? { oldPath: from } : {}),
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    diff: part,
  };
}

/** The file's old and new path. The first line is the last resort, because paths with spaces are ambiguous in it. */
function pathsIn(head: string): { from: string | null; to: string | null } {
  const named = /^diff --git a\/(.+) b\/(.+)$/m.exec(head);
  const marked = (mark: string) => new RegExp(`^${mark} (.+)$`, "m").exec(head)?.[1];
  const file = (line: string | undefined, prefix: string) =>
    line === "/dev/null" ? null : (line?.replace(new RegExp(`^${prefix}/`), "") ?? null);
  return {
    from: marked("rename from") ?? file(marked("---"), "a") ?? named?.[1] ?? null,
    to: marked("rename to") ?? file(marked("\\+\\+\\+"), "b") ?? named?.[2] ?? null,
  };
}

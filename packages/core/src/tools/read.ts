import type { ToolCallEntry } from "../events/tool.ts";
import { plural } from "../format/quantities.ts";
import type { FileRef } from "./blocks.ts";
import type { Tool } from "./card.ts";
import { countIn, type Fields, fieldsOf, inputOf, listIn, nameIn, pathOf } from "./input/input.ts";
import { actionTitle } from "./output/action-title.ts";
import { filesBlock } from "./output/file-matches.ts";

/** Files that are read: their names, never their content. */
export const read: Tool = {
  names: [
    "read",
    "read_file",
    "read_many_files",
    "notebook_read",
    "view",
    "view_file",
    "view_image",
    "open_file",
    "cat",
  ],
  explores: "file",
  card: (call) => {
    const files = filesOf(call);
    const [only] = files;
    return {
      icon: "read",
      ...actionTitle(
        call,
        ["Reading", "Read", "read"],
        files.length > 1 ? plural(files.length, "file") : (only?.path ?? null),
      ),
      summary: files.length === 1 ? (only?.detail ?? null) : null,
      blocks: filesBlock(files),
    };
  },
};

function filesOf(call: ToolCallEntry): readonly FileRef[] {
  const input = inputOf(call);
  const listed = listIn(input, "paths", "files", "file_paths", "include").flatMap((item) => {
    const path = typeof item === "string" ? item : nameIn(fieldsOf(item), "path", "file_path");
    return path === null || path === "" ? [] : [path];
  });
  if (listed.length > 0) return [...new Set(listed)].map((path) => ({ path, line: null, detail: null }));
  const path = pathOf(call);
  if (path === null) return [];
  const [from, to] = rangeOf(input);
  const detail = from === null ? null : to === null ? `from line ${from}` : `lines ${from}–${to}`;
  const others = call.locations.map((place) => place.path).filter((other) => other !== path);
  return [
    { path, line: from ?? call.locations.find((place) => place.path === path)?.line ?? null, detail },
    ...[...new Set(others)].map((other) => ({ path: other, line: null, detail: null })),
  ];
}

function rangeOf(input: Fields): readonly [from: number | null, to: number | null] {
  const [first, last] = listIn(input, "view_range").filter(
    (line) => Number.isSafeInteger(line) && Number(line) > 0,
  );
  const start = countIn(input, "offset", "start_line", "startLine", "line_start") ?? first ?? null;
  const limit = countIn(input, "limit");
  if (start === null && limit === null) return [null, null];
  const from = Math.max(1, Number(start ?? 1));
  const end =
    limit !== null ? from + limit - 1 : (countIn(input, "end_line", "endLine", "line_end") ?? last ?? null);
  return [from, end === null || Number(end) < from ? null : Number(end)];
}

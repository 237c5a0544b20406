import { z } from "zod";
import { defineTool } from "../tool.ts";
import { changeFile } from "./change-file.ts";
import { asIn } from "./text-file.ts";

const input = z.object({
  file_path: z.string().min(1).describe("The file: an absolute path, or relative to the project."),
  content: z.string().describe("The complete content of the file."),
});

export const write = defineTool<z.infer<typeof input>>({
  name: "Write",
  description:
    "Writes a whole file and creates missing folders. Read an existing file before you overwrite it. Prefer Edit for changes.",
  input,
  effect: "edit",
  run: ({ file_path, content }, context) =>
    changeFile(file_path, context, (old) => ({
      ok: true,
      text: old === null ? content : asIn(old, content),
      say: (shown) => `${old === null ? "Created" : "Wrote"} ${shown}.`,
    })),
});

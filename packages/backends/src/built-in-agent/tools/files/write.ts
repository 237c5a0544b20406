import { z } from "zod";
import { defineTool } from "../tool.ts";
import { changeFile } from "./change-file.ts";
import { asIn } from "./text-file.ts";

const input = z.object({
  file_path: z.string().min(1).describe("The file, absolute or from the project's folder on."),
  content: z.string().describe("All that the file shall hold."),
});

export const write = defineTool<z.infer<typeof input>>({
  name: "Write",
  description:
    "Writes a whole file, and the folders above it. A file that exists must have been read before. Prefer Edit for changes.",
  input,
  effect: "edit",
  run: ({ file_path, content }, context) =>
    changeFile(file_path, context, (old) => ({
      ok: true,
      text: old === null ? content : asIn(old, content),
      say: (shown) => `${old === null ? "Created" : "Wrote"} ${shown}.`,
    })),
});

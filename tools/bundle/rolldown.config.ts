import { defineConfig } from "rolldown";
import { childFiles } from "./child-files.ts";
import { lateModules } from "./late-modules.ts";
import { ownModules } from "./own-modules.ts";

/** The command as a few files that start fast. What is imported late stays in files of its own. */
export default defineConfig({
  input: { main: "apps/cli/src/bundled.ts" },
  platform: "node",
  // Hundreds of languages, of which a person sees a few.
  external: /^@?shiki/,
  plugins: [lateModules(), ownModules(), childFiles()],
  output: {
    dir: "apps/cli/dist",
    // A server that runs may still load parts of the bundle before this one.
    cleanDir: false,
    format: "esm",
    sourcemap: true,
    // Letters beyond ASCII make Node read a file letter by letter.
    charset: "ascii",
    // Names stay, for those who read a trace.
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: ({ name }) => (name === "main" ? "main.js" : "parts/[name].js"),
    // As deep as sources are, so that what they find beside the command is found from here.
    chunkFileNames: "parts/[name]-[hash].js",
  },
});

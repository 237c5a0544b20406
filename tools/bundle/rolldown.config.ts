import { defineConfig } from "rolldown";
import { childFiles } from "./child-files.ts";
import { lateModules } from "./late-modules.ts";
import { ownModules } from "./own-modules.ts";

/** The command as a few files that start fast. Code that is imported later stays in separate files. */
export default defineConfig({
  input: { main: "apps/cli/src/bundled.ts" },
  platform: "node",
  // Contains hundreds of languages, of which a person needs a few.
  external: /^@?shiki/,
  plugins: [lateModules(), ownModules(), childFiles()],
  output: {
    dir: "apps/cli/dist",
    // A running server may still load parts of an older bundle.
    cleanDir: false,
    format: "esm",
    sourcemap: true,
    // Node reads a file with characters outside ASCII more slowly, character by character.
    charset: "ascii",
    // Keeps names, for readable stack traces.
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: ({ name }) => (name === "main" ? "main.js" : "parts/[name].js"),
    // At the same depth as the sources, so that relative paths to other files of the command stay valid.
    chunkFileNames: "parts/[name]-[hash].js",
  },
});

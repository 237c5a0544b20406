import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Why each of them: src/instead/README.md. */
const instead = {
  "@ungap/structured-clone": "clone.ts",
  "decode-named-character-reference": "named-characters.ts",
  "mdast-util-gfm-footnote": "no-footnotes.ts",
  "mdast-util-to-markdown": "markdown-writer.ts",
  "micromark-extension-gfm-footnote": "no-footnotes.ts",
  "property-information": "properties.ts",
  "react-remove-scroll": "scroll-lock.tsx",
};

/** Zod's own path to the makers of JSON Schemas, which are a sixth of it. */
const jsonSchema = /^\.\.\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

export default defineConfig({
  root: import.meta.dirname,
  // Every address is relative: the same files work below any path that a proxy puts before them.
  base: "./",
  plugins: [react()],
  resolve: {
    alias: [
      ...Object.entries(instead).map(([name, file]) => ({
        find: new RegExp(`^${name}$`),
        replacement: path.join(import.meta.dirname, "src/instead", file),
      })),
      { find: jsonSchema, replacement: path.join(import.meta.dirname, "src/instead/no-json-schema.ts") },
    ],
  },
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Nothing happens when one of our packages is loaded: what only a later page needs of them comes with that page.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/](?:core|client)[\\/]/, sideEffects: false }],
      },
    },
  },
});

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Reasons: src/shims/README.md. */
const shims = {
  "decode-named-character-reference": "named-characters.ts",
  "property-information": "properties.ts",
  "react-remove-scroll": "scroll-lock.tsx",
};

/** Zod's own path to its JSON Schema generators, which are a sixth of it. */
const jsonSchema = /^\.\.\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

const beside = ["./", "before.js", "icon.svg", "icon-waiting.svg", "manifest.webmanifest"];

/** The folder of the highlighting worker's languages. */
const languages = "assets/languages/";

/** The files that the page needs offline: all except the highlighting languages. */
function shellList(): Plugin {
  return {
    name: "shell-list",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter(
        (name) => name.startsWith("assets/") && !name.startsWith(languages),
      );
      this.emitFile({ type: "asset", fileName: "shell.json", source: JSON.stringify([...beside, ...files]) });
    },
  };
}

/**
 * Loads the page's second file in parallel with the first: always `home`, and `session` for a session's address,
 * which `before.js` knows.
 */
function preloads(): Plugin {
  return {
    name: "preloads",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        const file = (name: string) =>
          Object.values(bundle ?? {}).find((output) => output.type === "chunk" && output.name === name)
            ?.fileName;
        const [home, session] = [file("home"), file("session")];
        if (home === undefined || session === undefined) return html;
        return html
          .replace('src="./before.js"', `$& data-session="${session}"`)
          .replace("</head>", `  <link rel="modulepreload" crossorigin href="./${home}">\n  </head>`);
      },
    },
  };
}

/**
 * The page of the frame that draws diagrams. It is one file, because a sandboxed frame has no origin and cannot load
 * our files. Its policy names its two scripts by hash, so nothing that a diagram contains can run.
 */
function diagramFrame(): Plugin {
  return {
    name: "diagram-frame",
    apply: "build",
    generateBundle() {
      const require = createRequire(import.meta.url);
      const mermaid = require.resolve("@mermaid-js/tiny");
      const scripts = [mermaid, path.join(import.meta.dirname, "diagram-frame/draw.js")].map(inlineScript);
      const hashes = scripts.map(
        (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
      );
      const policy = `default-src 'none'; script-src ${hashes.join(" ")}; style-src 'unsafe-inline'`;
      const source = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>Diagram</title>
  </head>
  <body>${scripts.map((script) => `<script>${script}</script>`).join("")}</body>
</html>
`;
      this.emitFile({ type: "asset", fileName: "diagram.html", source });
    },
  };
}

/** A script's text in a form that is safe inside HTML. In strings and patterns `\x3c` is the same as `<`. */
function inlineScript(file: string): string {
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return text.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3c`);
}

/** Compresses files once, at build time. The server selects the encoding for each browser. */
function packed(): Plugin {
  const isWorth = /\.(?:css|js|json|svg|webmanifest)$|diagram\.html$/;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return {
    name: "packed",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (!entry.isFile() || !isWorth.test(entry.name)) continue;
        const plain = readFileSync(file);
        if (plain.length < 1024) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(plain, brotli));
        writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
      }
    },
  };
}

/** Files that load first contain the code that they share with later files. */
const groups = [
  { name: "start", tags: ["$initial" as const], priority: 4 },
  { name: "home", test: /src[\\/]pages[\\/]home-page/, priority: 3 },
  { name: "session", test: /src[\\/]pages[\\/]session[\\/]session-page/, priority: 2 },
  { name: "asks", test: /src[\\/]asks[\\/]/, priority: 1 },
  {
    name: "overlays",
    test: /src[\\/](?:palette|help|new-session|session-actions)[\\/]|opened-(?:menu|dialog)|confirm-dialog/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  // All URLs are relative, so the same files work below any path of a proxy.
  base: "./",
  plugins: [react(), preloads(), shellList(), diagramFrame(), packed()],
  resolve: {
    alias: [
      ...Object.entries(shims).map(([name, file]) => ({
        find: new RegExp(`^${name}$`),
        replacement: path.join(import.meta.dirname, "src/shims", file),
      })),
      { find: jsonSchema, replacement: path.join(import.meta.dirname, "src/shims/no-json-schema.ts") },
    ],
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { chunkFileNames: `${languages}[name]-[hash].js` } },
  },
  build: {
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // A shim must export everything that is imported from it: an updated package that needs more stops the build.
      onLog: (level, log, tell) => {
        if (log.code === "IMPORT_IS_UNDEFINED" || log.code === "MISSING_EXPORT") throw new Error(log.message);
        tell(level, log);
      },
      // Each file costs a request and processing, so code that is needed together is one file.
      output: { codeSplitting: { groups } },
      // Our packages have no side effects, so code that only a later page needs loads with that page.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/](?:core|client)[\\/]/, sideEffects: false }],
      },
    },
  },
});

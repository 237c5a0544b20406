import path from "node:path";
import type { Plugin } from "rolldown";

/** `new URL("./agent-main.ts", import.meta.url)`: how sources name a file that another process or thread runs. */
const named = /new URL\("(\.{1,2}\/[^"]+\.ts)", import\.meta\.url\)/g;

/** Forbidden, because in the bundle this is another folder. */
const ownFolder = /import\.meta\.(?:dirname|filename)/;

/** Makes such a file a separate entry, and rewrites references to its location in the bundle. */
export function childFiles(): Plugin {
  return {
    name: "child-files",
    transform: {
      filter: { code: /import\.meta/ },
      handler(code, id) {
        if (id.includes("/packages/") && ownFolder.test(code))
          this.error(
            `${id} names a file by its own folder; new URL("./file.ts", import.meta.url) is found in a bundle too.`,
          );
        const found = code.replace(named, (_, file: string) => {
          const target = path.resolve(path.dirname(id), file);
          const reference = this.emitFile({ type: "chunk", id: target, name: path.basename(target, ".ts") });
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        });
        return found === code ? null : { code: found, map: null };
      },
    },
  };
}

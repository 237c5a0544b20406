import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

interface StaticFile {
  readonly file: string;
  readonly type: string;
  readonly etag: string;
  readonly size: number;
}

/** Paths that are never pages: whatever is not found there is said to be missing. */
const notPages = /^\/(?:api|doc|metrics|ws|bridge)(?:\/|$)/;

/**
 * The page's files. They are listed once, and only what is on the list is given out: no path of a request ever
 * becomes a path on disk.
 */
export class StaticFiles {
  private readonly files: ReadonlyMap<string, StaticFile>;

  static async open(folder: string | undefined): Promise<StaticFiles> {
    return new StaticFiles(folder === undefined ? new Map() : await listFiles(folder));
  }

  private constructor(files: ReadonlyMap<string, StaticFile>) {
    this.files = files;
  }

  /** True when the request was for a file of the page, which is then on its way. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    const found = this.find(incoming);
    if (found === undefined) return false;
    const { file, type, etag, size } = found;
    // Names under /assets change with what is in them.
    const cacheControl = incoming.url?.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache";
    const headers = { etag, "cache-control": cacheControl, "content-type": type };
    if (incoming.headers["if-none-match"] === etag) outgoing.writeHead(304, headers).end();
    else if (incoming.method === "HEAD")
      outgoing.writeHead(200, { ...headers, "content-length": size }).end();
    else {
      outgoing.writeHead(200, { ...headers, "content-length": size });
      pipeline(createReadStream(file), outgoing).catch(() => outgoing.destroy());
    }
    return true;
  }

  private find({ url = "", headers }: IncomingMessage): StaticFile | undefined {
    const at = url.split("?", 1)[0] ?? "";
    const found = this.files.get(at === "/" ? "/index.html" : at);
    if (found !== undefined) return found;
    // A link into the page, such as to a session: the page itself knows what to show.
    const wantsPage = headers.accept?.includes("text/html") === true && path.posix.extname(at) === "";
    return wantsPage && !notPages.test(at) ? this.files.get("/index.html") : undefined;
  }
}

async function listFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const root = await realpath(folder);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    // A link may lead anywhere, and so may the folders above a file.
    if (!entry.isFile() || entry.name.startsWith(".") || (await realpath(file)) !== file) continue;
    const { size, mtimeMs } = await stat(file);
    const name = path.relative(root, file).split(path.sep).map(encodeURIComponent).join("/");
    const type = types[path.extname(file).toLowerCase()] ?? "application/octet-stream";
    files.set(`/${name}`, {
      file,
      type,
      size,
      etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
    });
  }
  return files;
}

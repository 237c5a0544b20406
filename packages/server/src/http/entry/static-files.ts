import { createReadStream } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { takesEncoding } from "./accept-encoding.ts";
import { diagramHeaders } from "./security-headers.ts";

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

interface StaticFile extends Stored {
  readonly type: string;
  /** Versions compressed at build time, best first. */
  readonly packed: readonly Packed[];
}

interface Stored {
  readonly file: string;
  readonly etag: string;
  readonly size: number;
}

interface Packed extends Stored {
  readonly encoding: string;
}

/** Best first. */
const packings: ReadonlyMap<string, string> = new Map([
  [".br", "br"],
  [".gz", "gzip"],
]);

/** Paths that never serve the page; an unknown path below them is a 404. */
const notPages = /^\/(?:api|doc|metrics|ws|bridge)(?:\/|$)/;

/**
 * The page's files. They are listed once, and only listed files are served, so a request path never becomes a path on
 * disk.
 */
export class StaticFiles {
  private readonly files: ReadonlyMap<string, StaticFile>;
  private readonly page: string | null;

  static async open(folder: string | undefined): Promise<StaticFiles> {
    const files = folder === undefined ? new Map<string, StaticFile>() : await listFiles(folder);
    const index = files.get("/index.html");
    return new StaticFiles(files, index === undefined ? null : await readFile(index.file, "utf8"));
  }

  private constructor(files: ReadonlyMap<string, StaticFile>, page: string | null) {
    this.files = files;
    this.page = page;
  }

  /** True if the request was for a file of the page, which is then being sent. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (incoming.method !== "GET" && incoming.method !== "HEAD") return false;
    const at = incoming.url?.split("?", 1)[0] ?? "";
    const found = this.files.get(at);
    if (found === undefined) return isForPage(at, incoming) && this.servePage(at, incoming, outgoing);
    const { type, packed } = found;
    const chosen = packed.find(({ encoding }) => takesEncoding(incoming, encoding));
    const { file, etag, size } = chosen ?? found;
    // Names under /assets change with their content.
    const cacheControl = incoming.url?.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache";
    const headers = {
      ...{ etag, "cache-control": cacheControl, "content-type": type },
      ...(packed.length > 0 ? { vary: "accept-encoding" } : {}),
      ...(chosen === undefined ? {} : { "content-encoding": chosen.encoding }),
      ...(at === "/diagram.html" ? diagramHeaders : {}),
    };
    if (incoming.headers["if-none-match"] === etag) outgoing.writeHead(304, headers).end();
    else if (incoming.method === "HEAD")
      outgoing.writeHead(200, { ...headers, "content-length": size }).end();
    else {
      outgoing.writeHead(200, { ...headers, "content-length": size });
      pipeline(createReadStream(file), outgoing).catch(() => outgoing.destroy());
    }
    return true;
  }

  /**
   * The page, which chooses the view from its address. Its files have relative addresses, so that it works below any proxy
   * path; a deeper address must redirect to a higher level first.
   */
  private servePage(at: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const index = this.files.get("/index.html");
    if (this.page === null || index === undefined) return false;
    const depth = at.split("/").length - 2;
    const headers = {
      etag: index.etag.replace(/"$/, `-${depth}"`),
      "cache-control": "no-cache",
      "content-type": index.type,
    };
    const isKnown = incoming.headers["if-none-match"] === headers.etag;
    const page = Buffer.from(this.page.replaceAll('="./', `="${"../".repeat(depth) || "./"}`));
    if (isKnown) outgoing.writeHead(304, headers).end();
    else outgoing.writeHead(200, { ...headers, "content-length": page.length });
    if (!isKnown) outgoing.end(incoming.method === "HEAD" ? undefined : page);
    return true;
  }
}

function isForPage(at: string, { headers }: IncomingMessage): boolean {
  if (at === "/") return true;
  // A path with a file extension that is not a known file is a 404.
  const isFile = Object.hasOwn(types, path.posix.extname(at).toLowerCase());
  return headers.accept?.includes("text/html") === true && !isFile && !notPages.test(at);
}

async function listFiles(folder: string): Promise<Map<string, StaticFile>> {
  const stored = new Map<string, Stored>();
  const root = await realpath(folder);
  for await (const file of filesBelow(root)) {
    const { size, mtimeMs } = await stat(file);
    stored.set(file, { file, size, etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"` });
  }
  const files = new Map<string, StaticFile>();
  for (const [file, each] of stored) {
    if (isPacked(file, stored)) continue;
    const name = path.relative(root, file).split(path.sep).map(encodeURIComponent).join("/");
    const type = types[path.extname(file).toLowerCase()] ?? "application/octet-stream";
    const packed = [...packings].flatMap(([ending, encoding]) => {
      const same = stored.get(file + ending);
      return same === undefined ? [] : [{ ...same, encoding }];
    });
    files.set(`/${name}`, { ...each, type, packed });
  }
  return files;
}

/** Does not follow links: they may lead anywhere, even in a circle. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile() && !entry.name.startsWith(".")) yield file;
  }
}

/** Whether it is a compressed version of another file. */
function isPacked(file: string, stored: ReadonlyMap<string, Stored>): boolean {
  const ending = path.extname(file);
  return packings.has(ending) && stored.has(file.slice(0, -ending.length));
}

import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { countLines, type EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import { readBlob } from "../store/blob-files.ts";
import { beginning, cutTexts, isDelta, isLarge, shortened, splitDelta } from "./bound-event.ts";

const RETRY_MS = 500;

type ToolResult = Extract<EventBody, { type: "tool_result" }>;

/** What is too large for the log as a whole, one file each, fetched on demand. */
export class Blobs {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What the log holds of an event that is too large for it; what is cut is written first, as a whole. */
  async bound(sessionId: string, body: EventBody): Promise<EventBody[]> {
    if (isDelta(body)) return splitDelta(body);
    const kept = body.type === "tool_result" ? await this.boundResult(sessionId, body) : body;
    if (!isLarge(kept)) return [kept];
    const whole = JSON.stringify(body);
    const blobId = await this.writeWhenThereIsRoom(sessionId, whole);
    return [{ ...cutTexts(kept), cut: { totalChars: whole.length, blobId } }];
  }

  private async boundResult(sessionId: string, body: ToolResult): Promise<ToolResult> {
    const { result = "", error } = body;
    // Programs tell a failed call's output again as its error.
    const isRepeated = error !== undefined && result.includes(error.message);
    const kept = isRepeated ? { ...body, error: shortened(error) } : body;
    if (result.length <= limits.resultChars) return kept;
    const blobId = await this.writeWhenThereIsRoom(sessionId, result);
    const truncated = { totalChars: result.length, totalLines: countLines(result), blobId };
    return { ...kept, result: beginning(result, limits.resultChars), truncated };
  }

  async read(sessionId: string, blobId: string): Promise<string | null> {
    if (!/^[0-9a-f]{64}$/.test(blobId)) return null;
    try {
      this.folderOf(sessionId);
      return (await readBlob(this.folder, sessionId, blobId)).toString("utf8");
    } catch {
      // The caller reports it as missing: the file is gone, a link, or cannot be read.
      return null;
    }
  }

  async forget(sessionId: string): Promise<void> {
    await rm(this.folderOf(sessionId), { recursive: true, force: true });
  }

  /** On a full disk the agent waits, as it does for the log. */
  private async writeWhenThereIsRoom(sessionId: string, text: string): Promise<string> {
    for (;;) {
      try {
        return await this.write(sessionId, text);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  private async write(sessionId: string, text: string): Promise<string> {
    const blobId = createHash("sha256").update(text).digest("hex");
    const file = this.fileOf(sessionId, blobId);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.part`;
    await writeFile(part, text, { mode: 0o600, flush: true });
    await rename(part, file);
    return blobId;
  }

  private folderOf(sessionId: string): string {
    // The id is ours, but a path is never built from a name that was not looked at.
    if (!/^[0-9A-Za-z_-]+$/.test(sessionId)) throw new Error("A session id is letters and digits.");
    return path.join(this.folder, sessionId);
  }

  private fileOf(sessionId: string, blobId: string): string {
    return path.join(this.folderOf(sessionId), blobId);
  }
}

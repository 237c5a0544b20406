import type { Route } from "@polylog/core";
import { PolylogError } from "../polylog-error.ts";
import type { HttpLimits } from "./entry/node-server.ts";

export type BodyLimits = Pick<
  HttpLimits,
  "openBodyBytes" | "bodyBytes" | "wordsBodyBytes" | "imagesBodyBytes" | "bodiesBytes"
>;

/** The maximum size of a request body for this route. */
export function bodyBytesOf({ role, carries }: Route, limits: BodyLimits): number {
  if (role === "open") return limits.openBodyBytes;
  if (carries === "images") return limits.imagesBodyBytes;
  return carries === "words" ? limits.wordsBodyBytes : limits.bodyBytes;
}

/** The space for incomplete bodies, limited for all requests together. */
export class BodyRoom {
  private readonly most: number;
  private held = 0;

  constructor(most: number) {
    this.most = most;
  }

  take(bytes: number): void {
    if (this.held + bytes > this.most) {
      throw new PolylogError("too_many_requests", "Too many large requests at once. Retry in a moment.", {
        retry_after: 1,
      });
    }
    this.held += bytes;
  }

  give(bytes: number): void {
    this.held -= bytes;
  }
}

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { baseUrl } from "../routing/base-url.ts";
import { limits } from "./limits.ts";

/**
 * The server can be reached but no longer has this part of the page, because it was updated since the page was
 * opened.
 */
export class PartMissing extends Error {
  override readonly name = "PartMissing";
}

/** A component whose code loads when it is first drawn. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}

/** Loads code that is not part of the first page. While the server cannot be reached, it waits and retries. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let refusals = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await loadFailedStyles();
      return await load();
    } catch (cause) {
      refusals = (await isReachable()) ? refusals + 1 : 0;
      if (refusals === limits.partRefusals)
        throw new PartMissing("Reload the page to get the new version.", { cause });
      await networkOrPause(limits.partPausesMs[Math.min(attempt, limits.partPausesMs.length - 1)] as number);
    }
  }
}

/** Styles that failed to load. The bundler requests a style only once, so the next attempt has to add it. */
const failedStyles = new Set<HTMLLinkElement>();
globalThis.document?.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
  },
  true,
);

async function loadFailedStyles(): Promise<void> {
  for (const link of [...failedStyles]) {
    failedStyles.delete(link);
    const again = link.cloneNode() as HTMLLinkElement;
    await new Promise((resolve, reject) => {
      again.onload = resolve;
      again.onerror = () => reject(new Error(`${again.href} could not be loaded.`));
      link.replaceWith(again);
    });
  }
}

async function isReachable(): Promise<boolean> {
  return fetch(new URL("shell.json", baseUrl), { cache: "no-store" }).then(
    ({ status }) => status < 500,
    // No response.
    () => false,
  );
}

function networkOrPause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
  });
}

import { fuzzyFind, ProjectFiles } from "@polylog/core";
import { useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { limits } from "../limits.ts";
import type { Trigger } from "./trigger.ts";

export interface Suggestion {
  readonly name: string;
  readonly detail: string | null;
  /** The text of the field after it is accepted. */
  readonly insert: string;
  /** Runs immediately instead, if it needs no argument. */
  readonly run?: (() => void) | undefined;
}

const projectFiles = new ProjectFiles(client.projects.tree, () => performance.now());
const none: readonly Suggestion[] = [];

/** Suggestions for the typed text: commands at its start, files after `@`, older messages while searching. */
export function useSuggestions(
  trigger: Trigger | null,
  commands: readonly Suggestion[],
  projectRoot: string | null,
  said: () => readonly string[],
): readonly Suggestion[] {
  const [files, setFiles] = useState<readonly string[]>([]);
  const wantsFiles = trigger?.kind === "file" && projectRoot !== null;
  useEffect(() => {
    if (!wantsFiles) return;
    let isWanted = true;
    projectFiles.list(projectRoot).then(
      (found) => isWanted && setFiles(found),
      // Without files there are no suggestions, but the path can still be typed.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [wantsFiles, projectRoot]);
  if (trigger === null) return none;
  if (trigger.kind === "history") return saidBefore(trigger.typed, said());
  if (trigger.kind === "command") return fuzzyFind(trigger.typed, commands, ({ name }) => name.slice(1));
  return fuzzyFind(trigger.typed, files, (path) => path, limits.suggestions).map((path) => ({
    name: path,
    detail: null,
    insert: `@${path}${path.endsWith("/") ? "" : " "}`,
  }));
}

/** Newest first, without duplicates. */
function saidBefore(typed: string, said: readonly string[]): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  return [...new Set(said.toReversed())]
    .filter((text) => text.toLowerCase().includes(wanted))
    .slice(0, limits.suggestions)
    .map((text) => ({ name: text, detail: null, insert: text }));
}

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { BackupPolicy, RestorePreview } from "@polylog/core";
import { limits } from "../../limits.ts";
import { allRows, change } from "../sqlite/rows.ts";
import type { EventStore } from "../store.ts";
import { describePolicy } from "./describe-policy.ts";
import { treatmentOf } from "./document-kinds.ts";

export type CurrentDocuments = Pick<EventStore, "documents" | "documentKinds">;

interface Document {
  readonly kind: string;
  readonly key: string;
  /** As JSON. */
  readonly value: string;
}

interface ReadDocument extends Omit<Document, "value"> {
  /** Null if it is too large to be shown completely. */
  readonly value: string | null;
}

/** The policies of a backup that the owner can select. None has an effect before that. */
export async function listPolicies(
  backup: DatabaseSync,
  current: CurrentDocuments | null,
): Promise<RestorePreview> {
  const own = new Map((await ownDocuments(current)).map((document) => [nameOf(document), document.value]));
  const policies: BackupPolicy[] = [];
  let omitted = 0;
  for (const document of policiesIn(backup)) {
    const before = own.get(nameOf(document));
    if (before !== undefined && before === document.value) continue;
    const isListed = isWhole(document) && policies.length < limits.restore.policies;
    const shown = isListed ? describePolicy(document) : null;
    if (!isListed || shown === null) omitted += 1;
    else {
      const difference = before === undefined ? "added" : "changed";
      policies.push({ id: idOf(document), kind: document.kind, ...shown, change: difference });
    }
  }
  return { policies, omitted };
}

/** Keeps a backup's data and the selected policies; the server's own documents replace all others. */
export async function keepOwnPolicies(
  log: DatabaseSync,
  current: CurrentDocuments | null,
  selected: ReadonlySet<string>,
): Promise<void> {
  const own = await ownDocuments(current);
  const chosen = policiesIn(log)
    .filter(isWhole)
    .filter((document) => selected.has(idOf(document)));
  const remove = log.prepare("DELETE FROM documents WHERE kind = ?");
  const put = log.prepare("INSERT OR REPLACE INTO documents (kind, key, value) VALUES (?, ?, ?)");
  log.exec("BEGIN IMMEDIATE");
  for (const kind of kindsIn(log)) if (isReplaced(kind)) change(remove, kind);
  for (const { kind, key, value } of [...own, ...chosen]) change(put, kind, key, value);
  // Restoring a revoked device's access also resumes its work.
  const allow = log.prepare("DELETE FROM documents WHERE kind = 'revoked_device' AND key = ?");
  for (const { kind, key } of chosen) if (kind === "device") change(allow, key);
  log.exec("COMMIT");
}

function isReplaced(kind: string): boolean {
  const treatment = treatmentOf(kind);
  return treatment === "policy" || treatment === "current" || treatment === "dropped";
}

function kindsIn(db: DatabaseSync): string[] {
  const rows = allRows<{ kind: string }>(db.prepare("SELECT DISTINCT kind FROM documents ORDER BY kind"));
  return rows.map(({ kind }) => kind);
}

function policiesIn(db: DatabaseSync): ReadDocument[] {
  const read = db.prepare(`
    SELECT kind, key, iif(length(key) + length(value) <= ?, value, NULL) AS value
    FROM documents WHERE kind = ? ORDER BY key`);
  const kinds = kindsIn(db).filter((kind) => treatmentOf(kind) === "policy");
  return kinds.flatMap((kind) => allRows<ReadDocument>(read, limits.restore.policyChars, kind));
}

function isWhole(document: ReadDocument): document is Document {
  return document.value !== null;
}

/** All documents of the server that a backup does not replace automatically. */
async function ownDocuments(current: CurrentDocuments | null): Promise<Document[]> {
  if (current === null) return [];
  const found: Document[] = [];
  for (const kind of await current.documentKinds()) {
    const treatment = treatmentOf(kind);
    if (treatment === "data" || treatment === "dropped") continue;
    const documents = await current.documents(kind);
    found.push(...documents.map(({ key, value }) => ({ kind, key, value: JSON.stringify(value) })));
  }
  return found;
}

function nameOf({ kind, key }: Pick<Document, "kind" | "key">): string {
  return JSON.stringify([kind, key]);
}

function idOf({ kind, key, value }: Document): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, key, value]))
    .digest("hex")
    .slice(0, 32);
}

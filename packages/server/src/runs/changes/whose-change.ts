/** What a run is known to have done to files. */
export interface FileWork {
  /** Files that its calls name, from the project's folder on. */
  readonly named: ReadonlySet<string>;
  /** It ran something that may change any file. */
  readonly ranPrograms: boolean;
}

/**
 * Whose change of a file it is, among runs that worked in the project at the same time: the others that may have made it
 * too, or null where it is not this run's at all.
 */
export function alsoChangedBy<R extends FileWork>(
  path: string,
  own: FileWork,
  others: Iterable<R>,
): R[] | null {
  const beside = [...others];
  const naming = beside.filter(({ named }) => named.has(path));
  if (own.named.has(path)) return naming;
  if (naming.length > 0) return null;
  const suspects = beside.filter(({ ranPrograms }) => ranPrograms);
  return own.ranPrograms || suspects.length === 0 ? suspects : null;
}

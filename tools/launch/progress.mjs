const PROGRESS_MS = 10_000;

/**
 * Prints a task at its start, again while it takes long, and its duration if it succeeds.
 *
 * @template {{ ok: boolean }} T
 * @param {string} doing
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(doing, say, work) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  say(`${doing} …`);
  const progress = setInterval(() => say(`${doing} … ${seconds()} s`), PROGRESS_MS);
  try {
    const result = await work();
    if (result.ok) say(`${doing}: done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(progress);
  }
}

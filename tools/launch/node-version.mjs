/** @param {string} version as Node prints it, `v26.10.0` */
export function majorOf(version) {
  const match = /^v?(\d+)\./.exec(version.trim());
  return match ? Number(match[1]) : 0;
}

/**
 * @param {string} version
 * @param {number} requiredMajor
 */
export function isNewEnough(version, requiredMajor) {
  return majorOf(version) >= requiredMajor;
}

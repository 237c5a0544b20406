import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ status: string, assertionResults: { status: string }[] }} FileReport */

/**
 * Counts tests in Vitest's JSON report. A file that fails as a whole counts as one failure, and a failing exit code always
 * counts as at least one.
 *
 * @param {string} reportFile
 * @param {number} exitCode Vitest's own
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: FileReport[] }} */
  const report = JSON.parse(readFileSync(reportFile, "utf8"));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return { passed: report.numPassedTests, failed: exitCode === 0 ? failed : Math.max(1, failed) };
}

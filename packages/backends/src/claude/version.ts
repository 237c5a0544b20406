/** The versions of Claude Code that the conformance suite is run on. Others work as far as they are alike. */
const TESTED = { major: 2, minor: 1, patch: 325 };

const testedVersions = `${TESTED.major}.${TESTED.minor}, from ${TESTED.major}.${TESTED.minor}.${TESTED.patch} on`;

/** What a person should know about a version; null where there is nothing. */
export function versionNotice(version: string): string | null {
  const [major, minor, patch] = version.split(/[.\s-]/).map(Number);
  const isTested = major === TESTED.major && minor === TESTED.minor && (patch ?? 0) >= TESTED.patch;
  if (isTested) return null;
  return `Claude Code ${version} is not among the versions Polylog is tested with (${testedVersions}); most should work.`;
}

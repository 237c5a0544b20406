/** The Claude Code versions that the conformance suite runs on. Similar versions should work. */
const TESTED = { major: 2, minor: 1, patch: 325 };

const testedVersions = `${TESTED.major}.${TESTED.minor}, from ${TESTED.major}.${TESTED.minor}.${TESTED.patch} on`;

/** A notice about an untested version; null if the version is tested. */
export function versionNotice(version: string): string | null {
  const [major, minor, patch] = version.split(/[.\s-]/).map(Number);
  const isTested = major === TESTED.major && minor === TESTED.minor && (patch ?? 0) >= TESTED.patch;
  if (isTested) return null;
  return `Claude Code ${version} is not among the versions Polylog is tested with (${testedVersions}); most should work.`;
}

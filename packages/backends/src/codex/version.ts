/** The Codex versions that the conformance suite runs on. Similar versions should work. */
const TESTED = { major: 0, minor: 166 };

const testedVersions = `${TESTED.major}.${TESTED.minor}`;

/** The app-server reports its version in `userAgent`: `polylog/0.166.0 (Debian 12.0.0; x86_64) …`. */
export function versionIn(userAgent: string): string | null {
  return /^\S+\/(\d+\.\d+\.\d+\S*)/.exec(userAgent)?.[1] ?? null;
}

/** A notice about an untested version; null if the version is tested. */
export function versionNotice(version: string): string | null {
  const [major, minor] = version.split(".").map(Number);
  if (major === TESTED.major && minor === TESTED.minor) return null;
  return `Codex ${version} is not among the versions Polylog is tested with (${testedVersions}); most should work.`;
}

/** The versions of Codex that the conformance suite is run on. Others work as far as they are alike. */
const TESTED = { major: 0, minor: 166 };

const testedVersions = `${TESTED.major}.${TESTED.minor}`;

/** The app-server names its version in `userAgent`: `polylog/0.166.0 (Debian 12.0.0; x86_64) …`. */
export function versionIn(userAgent: string): string | null {
  return /^\S+\/(\d+\.\d+\.\d+\S*)/.exec(userAgent)?.[1] ?? null;
}

/** What a person should know about a version; null where there is nothing. */
export function versionNotice(version: string): string | null {
  const [major, minor] = version.split(".").map(Number);
  if (major === TESTED.major && minor === TESTED.minor) return null;
  return `Codex ${version} is not among the versions Polylog is tested with (${testedVersions}); most should work.`;
}

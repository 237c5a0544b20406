/** What this device is called where it has no name: its browser and its system. */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? "Browser";
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The first that fits: each says that it is also those below it. */
const browsers = [
  ["Edge", /Edg/],
  ["Firefox", /Firefox|FxiOS/],
  ["Opera", /OPR/],
  ["Chrome", /Chrom|CriOS/],
  ["Safari", /Safari/],
] as const;

const systems = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS/],
  ["Linux", /Linux/],
] as const;

/** The default name of this device: its browser and operating system. */
export function deviceName(agent: string = navigator.userAgent): string {
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? "Browser";
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The first match wins, because user agents also contain the names of the browsers below. */
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

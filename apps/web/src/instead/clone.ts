const clone = <T>(value: T): T => structuredClone(value);

// biome-ignore lint/style/noDefaultExport: as the package that it takes the place of.
export default clone;

/** A `package.json` of the workspace, whose exports are sources. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: object;
}

/** The manifest for the registry: its exports are the built files, without references to the workspace. */
export function publishedManifest(source: SourceManifest): object {
  const { name, version, description, license, dependencies } = source;
  const { peerDependencies, peerDependenciesMeta } = source;
  const exports = Object.entries(source.exports).map(([subpath, file]) => {
    const built = file.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, "");
    return [subpath, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    ...{ name, version, description, license },
    ...{ type: "module", sideEffects: false, engines: { node: ">=24" }, files: ["dist"] },
    exports: Object.fromEntries(exports),
    ...{ dependencies, peerDependencies, peerDependenciesMeta },
  };
}

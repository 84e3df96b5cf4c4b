/**
 * Finds files of a package for threads, child processes and readers. They are next to its modules. If a bundler has
 * moved the modules, they are in the installed package.
 *
 * @since 0.2.0
 */

/**
 * The module of a package that searches for a file.
 *
 * @category models
 * @since 0.2.0
 */
export interface Asker {
  /** `import.meta.url` of the module. Some bundlers remove it. */
  readonly here: string | undefined
  readonly name: string
  /** The path of the module below `src`, without its extension. */
  readonly module: string
}

interface Place {
  readonly root: URL
  readonly isSource: boolean
}

const placeOf = ({ here, module, name }: Asker): Place | undefined => {
  for (const [folder, extension] of [["src", "ts"], ["dist", "js"]] as const) {
    const own = `/${folder}/${module}.${extension}`
    if (here?.endsWith(own)) return { root: new URL(`${here.slice(0, -own.length)}/`), isSource: folder === "src" }
  }
  // Loaded at run time, because bundles for platforms without files must not import it.
  const builtIn = globalThis.process?.getBuiltinModule
  if (builtIn === undefined) return undefined
  const program = here?.startsWith("file:") ? here : `${process.cwd()}/program.js`
  try {
    const manifest = builtIn("node:module").createRequire(program).resolve(`${name}/package.json`)
    return { root: new URL(".", builtIn("node:url").pathToFileURL(manifest)), isSource: false }
  } catch {
    return undefined
  }
}

/**
 * Returns the path of a module of the package, given its path below `src` without extension; `undefined` if it is
 * missing.
 *
 * @category lookups
 * @since 0.2.0
 */
export const module = (asker: Asker, path: string): URL | undefined => {
  const place = placeOf(asker)
  return place && new URL(place.isSource ? `src/${path}.ts` : `dist/${path}.js`, place.root)
}

/**
 * Returns the path of another file or folder of the package; `undefined` if the package is missing.
 *
 * @category lookups
 * @since 0.2.0
 */
export const file = (asker: Asker, path: string): URL | undefined => {
  const place = placeOf(asker)
  return place && new URL(path, place.root)
}

/**
 * Returns the advice for a missing file. It is different in a checkout that is not built.
 *
 * @category lookups
 * @since 0.2.0
 */
export const advice = (asker: Asker | string): string => {
  const name = typeof asker === "string" ? asker : asker.name
  return typeof asker !== "string" && placeOf(asker)?.isSource === true
    ? `files of ${name} are not built: run \`npm run build\` in the checkout`
    : `files of ${name} are missing, because the bundler copied only its modules: install the package next to the bundle (npm install ${name}), or exclude it from the bundle`
}

/**
 * Where the files of a package lie that a thread, a process or a reader is given: beside its modules, or, when a bundler
 * has moved those, in the package that is installed beside the bundle.
 *
 * @since 0.2.0
 */

/**
 * Who asks: a module of a package.
 *
 * @category models
 * @since 0.2.0
 */
export interface Asker {
  /** `import.meta.url` of the module; some bundlers leave nothing of it. */
  readonly here: string | undefined
  /** The name of its package. */
  readonly name: string
  /** Its path below `src`, without its extension. */
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
  // asked for at run time: what is bundled for a platform without files must not import them
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
 * A module of the package, as its path below `src` without extension; `undefined` when it is nowhere.
 *
 * @category lookups
 * @since 0.2.0
 */
export const module = (asker: Asker, path: string): URL | undefined => {
  const place = placeOf(asker)
  return place && new URL(place.isSource ? `src/${path}.ts` : `dist/${path}.js`, place.root)
}

/**
 * Any other file or folder of the package, as its path; `undefined` when the package is nowhere.
 *
 * @category lookups
 * @since 0.2.0
 */
export const file = (asker: Asker, path: string): URL | undefined => {
  const place = placeOf(asker)
  return place && new URL(path, place.root)
}

/**
 * Advice when a file is missing.
 *
 * @category lookups
 * @since 0.2.0
 */
export const advice = (name: string): string =>
  `files of ${name} are missing: a bundler has taken its modules alone; install the package beside the bundle (npm install ${name}), or leave it out of the bundle`

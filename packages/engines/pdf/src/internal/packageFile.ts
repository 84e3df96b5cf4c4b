/**
 * Finds the module files that threads and child processes run. They are next to the modules of this package. If a
 * bundler moved these modules, the files are in the package that is installed next to the bundle.
 */

const NAME = "@dunlin/pdf"

interface Place {
  readonly root: URL
  readonly isSource: boolean
}

const placeOf = (here: string | undefined, module: string): Place | undefined => {
  for (const [folder, extension] of [["src", "ts"], ["dist", "js"]] as const) {
    const own = `/${folder}/${module}.${extension}`
    if (here?.endsWith(own)) return { root: new URL(`${here.slice(0, -own.length)}/`), isSource: folder === "src" }
  }
  // The module is read at run time, because bundles for platforms without files must not import it.
  const builtIn = globalThis.process?.getBuiltinModule
  if (builtIn === undefined) return undefined
  const program = here?.startsWith("file:") ? here : `${process.cwd()}/program.js`
  try {
    const manifest = builtIn("node:module").createRequire(program).resolve(`${NAME}/package.json`)
    return { root: new URL(".", builtIn("node:url").pathToFileURL(manifest)), isSource: false }
  } catch {
    return undefined
  }
}

export const find = (here: string | undefined, module: string, path: string): URL | undefined => {
  const place = placeOf(here, module)
  return place && new URL(place.isSource ? `src/${path}.ts` : `dist/${path}.js`, place.root)
}

export const advice =
  `files of ${NAME} are missing, because the bundler copied only its modules: install the package next to the bundle (npm install ${NAME}), or exclude it from the bundle`

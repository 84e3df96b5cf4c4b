/** Loads the token ranks from a separate file, so that bundlers do not add them to every program. */
import type * as O200k from "./o200k.ts"

const missing =
  "tokens cannot be counted, because the bundle lacks a file of @dunlin/text: install the package next to the bundle (npm install @dunlin/text), or exclude it from the bundle"

/** Returns the URL of the file with ranks. It is next to this module, and for a bundle in the installed package. */
const fileOfRanks = (here: string | undefined): URL | undefined => {
  for (const extension of ["ts", "js"]) {
    if (here?.endsWith(`/internal/ranks.${extension}`)) return new URL(`o200k.${extension}`, here)
  }
  // Looked up at run time, because a bundle for a platform without files must not import it.
  const builtIn = globalThis.process?.getBuiltinModule
  if (builtIn === undefined) return undefined
  const program = here?.startsWith("file:") ? here : `${process.cwd()}/program.js`
  try {
    const manifest = builtIn("node:module").createRequire(program).resolve("@dunlin/text/package.json")
    return new URL("dist/internal/o200k.js", builtIn("node:url").pathToFileURL(manifest))
  } catch {
    return undefined
  }
}

/** Loads the ranks. The URL is computed, because a bundler follows the import of a literal URL. */
export const load = async (): Promise<typeof O200k> => {
  const file = fileOfRanks(import.meta.url)
  if (file === undefined) throw new Error(missing)
  return await import(/* @vite-ignore */ /* webpackIgnore: true */ file.href)
}

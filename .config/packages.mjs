// The packages of the workspace: stages and compositions in packages/, engines and tools one folder below.
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..")

/** Where packages are, as patterns from the root: the same as in pnpm-workspace.yaml. */
export const packageFolders = ["packages/*", "packages/engines/*", "packages/tools/*"]

/** Files of all packages that match a pattern from the folder of a package, as paths from the root. */
export const filesOfPackages = (pattern) =>
  globSync(packageFolders.map((folder) => `${folder}/${pattern}`), { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.includes("node_modules"))
    .toSorted()

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

/**
 * Every package: `path` below packages/ (`fetcher`, `engines/html`), `folder` from the root, `home` as an absolute path, and
 * the manifest.
 */
export const packages = filesOfPackages("package.json")
  .map((file) => {
    const folder = dirname(file)
    return { path: folder.replace(/^packages\//, ""), folder, home: join(root, folder), manifest: manifestOf(folder) }
  })

/** Packages that are published. */
export const published = packages.filter(({ manifest }) => manifest.private !== true)

/** The package whose sources or tests hold a file, by its absolute path. */
export const packageOf = (file) =>
  packages.filter(({ home }) => file.startsWith(`${home}/`)).sort((one, other) =>
    other.home.length - one.home.length
  )[0]

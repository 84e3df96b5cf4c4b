/** Builds the applications with Vite in a scratch folder outside the repository. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Application } from "./applications.ts"

const install = (folder: string, packages: ReadonlyArray<string>) => {
  const nameOf = (wanted: string) => wanted.slice(0, wanted.lastIndexOf("@"))
  if (packages.every((wanted) => existsSync(join(folder, "node_modules", nameOf(wanted))))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{ \"private\": true, \"type\": \"module\" }")
  // Plugins name the versions of Vite that they were tested with, often not the newest one.
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"]
  execFileSync("npm", ["install", ...flags, "vite@8", ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"]
  })
}

/** The static page into which the application renders; its menu and footer appear only with the application. */
const shell = (main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waders</title></head>
<body><div id="app"></div><script type="module" src="/${main}"></script></body></html>`

/** Builds one application and returns the folder of its files. */
export const build = (folder: string, application: Application, index: number): string => {
  install(folder, [...application.packages])
  const root = join(folder, `application${index}`)
  const main = Object.keys(application.files)[0]!
  mkdirSync(root, { recursive: true })
  for (const [file, source] of Object.entries(application.files)) writeFileSync(join(root, file), source)
  writeFileSync(join(root, "index.html"), shell(main))
  const { plugin } = application
  const imported = plugin === undefined
    ? ""
    : plugin.isNamed === true
    ? `import { ${plugin.call.replace("()", "")} } from "${plugin.module}"`
    : `import plugin from "${plugin.module}"`
  writeFileSync(
    join(root, "vite.config.js"),
    `${imported}\nexport default { logLevel: "error", plugins: [${plugin?.call ?? ""}] }`
  )
  execFileSync(process.execPath, [join(folder, "node_modules", "vite", "bin", "vite.js"), "build", root], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  return join(root, "dist")
}

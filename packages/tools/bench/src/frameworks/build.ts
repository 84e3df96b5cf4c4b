/** Builds the applications and sites in a scratch folder outside the repository. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Application } from "./applications.ts"
import type { Site } from "./sites.ts"

const install = (folder: string, packages: ReadonlyArray<string>) => {
  const nameOf = (wanted: string) => wanted.slice(0, wanted.lastIndexOf("@"))
  if (packages.every((wanted) => existsSync(join(folder, "node_modules", nameOf(wanted))))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{ \"private\": true, \"type\": \"module\" }")
  // Plugins name the versions of Vite that they were tested with, often not the newest one.
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"]
  execFileSync("npm", ["install", ...flags, ...packages], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"]
  })
}

const shell = (main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Waders</title></head>
<body><div id="app"></div><script type="module" src="/${main}"></script></body></html>`

export const build = (folder: string, application: Application, index: number): string => {
  install(folder, ["vite@8", ...application.packages])
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

export const buildSite = (folder: string, site: Site): string => {
  const root = join(folder, site.name.replace(/\W+/g, "-"))
  install(root, site.packages)
  for (const [file, source] of Object.entries(site.files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  const [program, ...args] = site.command
  execFileSync(process.execPath, [join(root, "node_modules", program!), ...args], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1", NUXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  return join(root, site.output)
}

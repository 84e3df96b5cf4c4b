/** The components that tests need: whether each one can run on this machine, and how to install it. */
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"

const searchPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    // root may execute a folder
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The first executable file of these paths. A file that exists but cannot be executed is not a program. */
export const firstProgram = (files: ReadonlyArray<string>): string | undefined => files.find(isProgram)

/** The executable file of this name, in the folders given or on the search path. */
export const programNamed = (name: string, folders: ReadonlyArray<string> = []): string | undefined =>
  firstProgram([...folders, ...searchPath].map((folder) => join(folder, name)))

const versions = "/usr/lib/postgresql"

/** Debian installs each version of PostgreSQL in its own folder; the newest first. */
const postgresFolders = existsSync(versions)
  ? readdirSync(versions).sort().reverse().map((version) => `${versions}/${version}/bin`)
  : []

/** Debian's Python, whose modules another Python on the search path does not see. */
export const debianPython = firstProgram(["/usr/bin/python3"])

/** Whether Debian's Python has a module of this name. A folder without files counts as absent. */
const hasModule = (name: string): boolean =>
  debianPython !== undefined &&
  spawnSync(debianPython, [
      "-c",
      `import importlib.util as u; s = u.find_spec("${name}"); raise SystemExit(s is None or s.origin is None)`
    ]).status === 0

/** The folder with the language files of tesseract: the one of the environment, or the one of Debian. */
export const tesseractLanguages = process.env.TESSDATA_PREFIX ?? "/usr/share/tesseract-ocr/5/tessdata"

export const postgres = programNamed("postgres", postgresFolders) ??
  // the one of npm, which `.config/npmPostgres.mjs` has unpacked before the tests
  firstProgram([process.env.TESTED_POSTGRES ?? ""])
export const redisServer = programNamed("redis-server", ["/usr/bin", "/usr/local/bin"])
export const pgbouncer = programNamed("pgbouncer", ["/usr/sbin"])
export const searxRun = firstProgram(["/usr/bin/searx-run"])

/** `REQUIRE_REAL=1`: a missing component fails the tests that need it. */
const isRequired = process.env.REQUIRE_REAL === "1"

/** The command line of the npm package `js-redis-server`. */
const redisOfNpm = (): string | undefined => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("js-redis-server")), "cli.js")
  } catch {
    return undefined
  }
}

/** A server of npm that speaks the protocol of Redis, runs scripts with the Lua of Redis, and stores nothing on the disk. */
export const redisProtocol = redisServer !== undefined || isRequired ? undefined : redisOfNpm()

export const chromium = firstProgram([
  process.env.DUNLIN_BROWSER ?? "",
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  // the one of npm, which `.config/npmChromium.mjs` has unpacked before the tests
  process.env.TESTED_CHROMIUM ?? ""
])

/** The environment to start it with: the Chromium of npm has its libraries and fonts in its folder. */
export const chromiumEnvironment = {
  ...process.env,
  ...(chromium !== undefined && chromium === process.env.TESTED_CHROMIUM
    ? {
      LD_LIBRARY_PATH: join(dirname(chromium), "al2023/lib"),
      FONTCONFIG_FILE: join(dirname(chromium), "fonts.conf")
    }
    : {})
}

interface Component {
  readonly isInstalled: () => boolean
  readonly install: string
}

const named = (name: string): Component["isInstalled"] => () => programNamed(name) !== undefined
const apt = (packages: string): string => `apt-get install ${packages}`

const known = {
  "Chromium": {
    isInstalled: () => chromium !== undefined,
    install: `${apt("chromium-headless-shell")}; the one of npm serves on Linux x64 with glibc`
  },
  "Chromium of npm": {
    isInstalled: () =>
      process.platform === "linux" && process.arch === "x64" && existsSync("/lib64/ld-linux-x86-64.so.2"),
    install: "a machine with Linux x64 and glibc"
  },
  // its protocol alone: the server of npm has it as well
  "Redis": { isInstalled: () => (redisServer ?? redisProtocol) !== undefined, install: apt("redis-server") },
  "redis-server": { isInstalled: () => redisServer !== undefined, install: apt("redis-server") },
  "PostgreSQL": {
    isInstalled: () => postgres !== undefined,
    install: `${apt("postgresql")}; the one of npm serves on Linux with glibc and on macOS`
  },
  "OpenSearch": {
    isInstalled: () => ["java", "javac", "mvn"].every((name) => named(name)()),
    install: apt("openjdk-17-jdk-headless maven")
  },
  "PgBouncer": { isInstalled: () => pgbouncer !== undefined, install: apt("pgbouncer") },
  "OpenStack Swift": { isInstalled: () => hasModule("swift"), install: apt("python3-swift") },
  "searx": { isInstalled: () => searxRun !== undefined && hasModule("searx"), install: apt("searx python3-searx") },
  "tesseract": { isInstalled: named("tesseract"), install: apt("tesseract-ocr") },
  "language files of tesseract": {
    isInstalled: () => existsSync(`${tesseractLanguages}/eng.traineddata`),
    install: apt("tesseract-ocr-eng")
  },
  "promtool": { isInstalled: named("promtool"), install: apt("prometheus") },
  "poppler": { isInstalled: named("pdftoppm"), install: apt("poppler-utils") },
  "yt-dlp": { isInstalled: named("yt-dlp"), install: apt("yt-dlp") },
  "ffmpeg": { isInstalled: () => ["ffmpeg", "ffprobe"].every((name) => named(name)()), install: apt("ffmpeg") },
  // macOS answers on one loopback address
  "Linux": { isInstalled: () => process.platform === "linux", install: "a machine with Linux" },
  "Python 3": { isInstalled: () => debianPython !== undefined, install: apt("python3") },
  "user namespaces": {
    isInstalled: () => spawnSync("unshare", ["--user", "--map-user=1000", "--map-group=1000", "true"]).status === 0,
    install: `${apt("util-linux")}, on a machine that permits unprivileged user namespaces`
  }
} satisfies Record<string, Component>

export type Name = keyof typeof known

const installed = new Map<Name, boolean>()

/** Whether the component can run on this machine. */
export const isInstalled = (name: Name): boolean => {
  const answer = installed.get(name) ?? known[name].isInstalled()
  installed.set(name, answer)
  return answer
}

/** What `.config/missingComponents.mjs` reads of a skipped test. */
export interface Missing {
  readonly name: Name
  readonly install: string
}

declare module "vitest" {
  interface TaskMeta {
    missing?: ReadonlyArray<Missing>
  }
}

/**
 * Options of a test or a suite that needs these components. It is skipped where one is missing, and the table at the end of
 * the run names it. `REQUIRE_REAL=1` skips nothing: the test then fails on the missing component.
 */
export const needing = (...names: ReadonlyArray<Name>) => {
  const missing = isRequired ? [] : names.filter((name) => !isInstalled(name))
  return missing.length === 0
    ? {}
    : { skip: true, meta: { missing: missing.map((name) => ({ name, install: known[name].install })) } }
}

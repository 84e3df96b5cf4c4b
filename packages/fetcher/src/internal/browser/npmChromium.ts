/**
 * Provides the Chromium of the npm package `@sparticuz/chromium`, for machines without a system Chromium. The package
 * contains it compressed. It is unpacked once per user and version, by the package itself, into a private folder of the
 * user.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import * as NodeFs from "node:fs"
import { createRequire } from "node:module"
import * as NodeOs from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { BrowserUnavailable } from "../../FetchError.ts"

export const packageName = "@sparticuz/chromium"

/** The dynamic loader of glibc. The binary requires it; Alpine has a different one. */
const LOADER = "/lib64/ld-linux-x86-64.so.2"

/** Unpacking takes two seconds of CPU time, and longer under load. */
const UNPACK_TIMEOUT_MS = 300_000

const LIST_TIMEOUT_MS = 30_000

/** A younger incomplete folder may belong to a process that is still writing it. */
const ABANDONED_AFTER_MS = 3_600_000

interface Installed {
  readonly url: string
  readonly version: string
}

const installedFrom = (place: string): Installed | undefined => {
  try {
    const module = createRequire(place).resolve(packageName)
    const manifest = NodeFs.readFileSync(join(dirname(module), "../package.json"), "utf8")
    return { url: pathToFileURL(module).href, version: (JSON.parse(manifest) as { version: string }).version }
  } catch {
    return undefined
  }
}

const installed = (): Installed | undefined => {
  if (process.platform !== "linux" || process.arch !== "x64" || !NodeFs.existsSync(LOADER)) return undefined
  // Bundlers may remove `import.meta.url`.
  const here = import.meta.url as string | undefined
  return (here === undefined ? undefined : installedFrom(here)) ?? installedFrom(join(process.cwd(), "program.js"))
}

const given = (name: string): ReadonlyArray<string> => [process.env[name] ?? ""].filter((value) => value !== "")

/**
 * Returns the folders into which the browser may be unpacked, best first: the user's cache folder, or else a folder of
 * the user in the temporary directory.
 */
const roots = (): ReadonlyArray<string> => [
  ...given("XDG_CACHE_HOME").map((folder) => join(folder, "dunlin")),
  join(NodeOs.homedir(), ".cache", "dunlin"),
  join(NodeOs.tmpdir(), `dunlin-${process.getuid?.() ?? "user"}`)
]

const isPrivate = (folder: string): boolean => {
  const status = NodeFs.lstatSync(folder)
  return status.isDirectory() && status.uid === process.getuid?.() && (status.mode & 0o022) === 0
}

const isUsable = (folder: string): boolean => {
  try {
    NodeFs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    NodeFs.accessSync(folder, NodeFs.constants.W_OK | NodeFs.constants.X_OK)
    return isPrivate(folder)
  } catch {
    return false
  }
}

const isReady = (folder: string): boolean => {
  try {
    return isPrivate(folder) && NodeFs.statSync(join(folder, "chromium")).isFile()
  } catch {
    return false
  }
}

const UNFINISHED = "unfinished-"

const removeAbandoned = (root: string, now: number): void => {
  for (const name of NodeFs.readdirSync(root).filter((name) => name.startsWith(UNFINISHED))) {
    const folder = join(root, name)
    const changed = NodeFs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - changed > ABANDONED_AFTER_MS) NodeFs.rmSync(folder, { recursive: true, force: true })
  }
}

const attempt = <A>(work: () => A): Effect.Effect<A, string> => Effect.try({ try: work, catch: String })

/**
 * Returns font settings with the system's fonts, followed by the package's fonts. Without any font, Chromium crashes at
 * the first letter. The package's own font settings name other folders.
 */
const fontSettings = (folder: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`

/**
 * Unpacks in a child process with its own environment: the package unpacks into the temporary directory, and includes
 * libraries only if it detects AWS Lambda.
 */
const unpackInto = (folder: string, { url }: Installed): Effect.Effect<void, string> =>
  Effect.callback((resume) => {
    const child = execFile(
      process.execPath,
      ["-e", `import(${JSON.stringify(url)}).then((module) => module.default.executablePath())`],
      {
        env: { PATH: process.env.PATH, TMPDIR: folder, HOME: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
        timeout: UNPACK_TIMEOUT_MS
      },
      (error, _, stderr) => {
        const reason = /\b(E[A-Z]{3,}|[A-Z]\w*Error): ?.*/.exec(stderr)?.[0] ?? error?.message ?? ""
        resume(error === null ? Effect.void : Effect.fail(reason.slice(0, 200)))
      }
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const unpack = Effect.fnUntraced(function*(root: string, target: string, found: Installed) {
  const now = yield* Clock.currentTimeMillis
  yield* attempt(() => removeAbandoned(root, now))
  const unfinished = yield* Effect.acquireRelease(
    attempt(() => NodeFs.mkdtempSync(join(root, UNFINISHED))),
    (folder) => Effect.ignore(attempt(() => NodeFs.rmSync(folder, { recursive: true, force: true })))
  )
  yield* unpackInto(unfinished, found)
  yield* attempt(() => NodeFs.writeFileSync(join(unfinished, "fonts.conf"), fontSettings(target)))
  yield* Effect.catch(
    attempt(() => NodeFs.renameSync(unfinished, target)),
    (reason) => isReady(target) ? Effect.void : Effect.fail(reason)
  )
}, Effect.scoped)

export const find: Effect.Effect<string | undefined, BrowserUnavailable> = Effect.suspend(() => {
  const found = installed()
  if (found === undefined) return Effect.succeed(undefined)
  const name = `chromium-${found.version}`
  const usable = roots().filter(isUsable)
  const ready = usable.find((root) => isReady(join(root, name)))
  if (ready !== undefined) return Effect.succeed(join(ready, name, "chromium"))
  const root = usable[0]
  if (root === undefined) {
    const detail = `the package ${packageName} is installed, but no folder is available to unpack it into: ` +
      `make one of ${roots().join(", ")} writable for this user only, or set XDG_CACHE_HOME`
    return Effect.fail(new BrowserUnavailable({ detail }))
  }
  return unpack(root, join(root, name), found).pipe(
    Effect.as(join(root, name, "chromium")),
    Effect.mapError((reason) =>
      new BrowserUnavailable({ detail: `the package ${packageName} cannot be unpacked into ${root}: ${reason}` })
    )
  )
})

const hasLibraries = (program: string): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    execFile(
      program,
      { env: { LD_TRACE_LOADED_OBJECTS: "1" }, timeout: LIST_TIMEOUT_MS },
      (error, stdout) => resume(Effect.succeed(error === null && !stdout.includes("not found")))
    )
  })

export const environment = Effect.fnUntraced(function*(program: string) {
  const folder = dirname(program)
  const libraries = join(folder, "al2023", "lib")
  if (!NodeFs.existsSync(libraries)) return {}
  const isComplete = yield* hasLibraries(program)
  const fonts = join(folder, "fonts.conf")
  const isChosen = [...given("FONTCONFIG_FILE"), ...given("FONTCONFIG_PATH")].length > 0
  return {
    ...(isComplete ? {} : { LD_LIBRARY_PATH: [libraries, ...given("LD_LIBRARY_PATH")].join(":") }),
    ...(isChosen || !NodeFs.existsSync(fonts) ? {} : { FONTCONFIG_FILE: fonts })
  }
})

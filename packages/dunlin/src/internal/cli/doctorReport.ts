/**
 * Checks the components for `dunlin doctor`. It is a separate module, so that help and other commands do not load what
 * it checks.
 */
import * as BrowserFetcher from "@dunlin/fetcher/BrowserFetcher"
import * as EgressGuard from "@dunlin/fetcher/EgressGuard"
import { Teams } from "@dunlin/http-api/Teams"
import { Embedder } from "@dunlin/providers/Embedder"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { connect } from "node:net"
import { delimiter, dirname, join } from "node:path"
import * as Serve from "../../Serve.ts"
import type * as Settings from "../../Settings.ts"
import { unkept } from "../promises/unkept.ts"
import { check } from "../settings/check.ts"
import { remoteOf } from "../settings/fetching.ts"
import { unknown } from "../settings/names.ts"
import { reading } from "../settings/read.ts"
import { stores } from "../settings/storeTable.ts"
import { all } from "../settings/table.ts"
import { teams } from "../settings/teams.ts"
import { whyUnknown } from "../settings/unknown.ts"
import { embedder } from "../settings/vectors.ts"
import { deep } from "./deep.ts"
import { styled } from "./output.ts"
import { knownSettings } from "./root.ts"
import { Unwell } from "./Unwell.ts"

/** `missing`: an optional component. `wrong`: a configured component that is not available. */
type State = "ok" | "missing" | "wrong"

interface Finding {
  readonly about: string
  readonly state: State
  readonly message: string
}

const packages: ReadonlyArray<readonly [name: string, purpose: string]> = [
  ["playwright-core", "pages that require a browser, screenshots, actions"],
  ["@sparticuz/chromium", "a bundled browser for systems without one (Linux x64)"],
  ["tesseract.js", "OCR without the tesseract program"],
  ...stores.map((store) => [store.package, store.variable] as const),
  ["@duckduckgo/autoconsent", "cookie banners"]
]

const programs = [
  ["tesseract", "OCR of images in PDFs", "apt-get install tesseract-ocr, brew install tesseract"],
  ["yt-dlp", "`audio` and `video` from media platforms", "apt-get install yt-dlp, brew install yt-dlp"],
  ["ffmpeg", "`audio` and `video` from media platforms", "apt-get install ffmpeg, brew install ffmpeg"]
] as const

const CONNECT_TIMEOUT_MS = 3000

const installed = (name: string): boolean => {
  try {
    return existsSync(new URL(import.meta.resolve(name)))
  } catch {
    return false
  }
}

const oldestNode = [22, 19] as const

const runtimeOf = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  const message = `Node ${version}, ${process.platform}`
  return isOld
    ? { about: "runtime", state: "wrong", message: `${message}: Node ${oldestNode.join(".")} or newer is required` }
    : { about: "runtime", state: "ok", message }
}

const ofPackages = (): ReadonlyArray<Finding> =>
  packages.map(([name, use]) =>
    installed(name)
      ? { about: `package ${name}`, state: "ok", message: use }
      : { about: `package ${name}`, state: "missing", message: `${use}: npm install ${name}` }
  )

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const ofPrograms = (): ReadonlyArray<Finding> => {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "")
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""]
  return programs.map(([name, use, how]) => {
    const found = folders.some((folder) => endings.some((ending) => isProgram(join(folder, name + ending))))
    return found
      ? { about: `program ${name}`, state: "ok", message: use }
      : { about: `program ${name}`, state: "missing", message: `${use}: ${how}` }
  })
}

const ofBrowser = (wanted: string | undefined): Effect.Effect<Finding> =>
  Effect.match(BrowserFetcher.findExecutable(wanted), {
    onSuccess: (path) => ({ about: "browser", state: "ok", message: path }),
    onFailure: ({ detail }) => ({
      about: "browser",
      state: wanted === undefined ? "missing" : "wrong",
      message: detail
    })
  })

const ofRemoteBrowsers = (settings: Settings.Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(
    Effect.provide(BrowserFetcher.inspectRemote(remoteOf(settings)), EgressGuard.layer()),
    (found) =>
      found.map(({ detail, label, version }): Finding => {
        const about = `browser ${label}`
        if (version === undefined) return { about, state: "wrong", message: detail ?? "cannot be used" }
        const message = `${version}, page requests pass through the egress proxy`
        return detail === undefined
          ? { about, state: "ok", message }
          : {
            about,
            state: "missing",
            message: `${message}; ${detail}, so the browser's own lookups and requests bypass the proxy`
          }
      })
  )

const ofFolder = (folder: string): Finding => {
  const about = "data folder"
  // A missing folder will be created in its nearest existing parent, so that one must be writable.
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
    return { about, state: "ok", message: existing === folder ? folder : `${folder} (created on first use)` }
  } catch {
    const why = existing === folder ? "cannot be written" : `cannot be created, because ${existing} is not writable`
    return { about, state: "wrong", message: `${folder} ${why}: set DUNLIN_DATA, or --data` }
  }
}

const ofIndex = ({ data, index }: Settings.Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  const filename = join(data, "index.sqlite")
  if (index !== "data" || !existsSync(filename)) return Effect.succeed([])
  return Effect.map(LocalIndex.faultOf(filename), (fault): ReadonlyArray<Finding> => [
    fault === undefined
      ? { about: "index", state: "ok", message: filename }
      : { about: "index", state: "wrong", message: fault }
  ])
}

const ports: Record<string, number> = {
  ...Object.fromEntries(stores.flatMap(({ port, protocols }) => protocols.map((protocol) => [`${protocol}:`, port]))),
  "http:": 80,
  "https:": 443
}

/** Sends no data, and prints only the URL's host, because the rest may be secret. */
const reached = (variable: string, url: URL): Effect.Effect<Finding> => {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const port = Number(url.port) || ports[url.protocol]!
  return Effect.callback<Finding>((resume) => {
    const about = `${variable} (${host}:${port})`
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS })
    const end = (state: State, message: string) => {
      socket.destroy()
      resume(Effect.succeed({ about, state, message }))
    }
    socket.once("connect", () => end("ok", "answers"))
    socket.once("timeout", () => end("wrong", `no response within ${CONNECT_TIMEOUT_MS / 1000} s`))
    socket.once("error", (error) => end("wrong", `cannot be reached (${"code" in error ? String(error.code) : "?"})`))
    return Effect.sync(() => socket.destroy())
  })
}

/** Settings whose URLs other checks request: browsers, and the server's own. */
const TRIED_ELSEWHERE: ReadonlySet<string> = new Set(["DUNLIN_PUBLIC_URL", "DUNLIN_BROWSER_URL"])

const ofAddresses = (): ReadonlyArray<Effect.Effect<Finding>> =>
  all.flatMap(({ variable }) => {
    const url = TRIED_ELSEWHERE.has(variable) ? null : URL.parse(process.env[variable] ?? "")
    return url === null || ports[url.protocol] === undefined ? [] : [reached(variable, url)]
  })

/** The first request to a local model loads the model. */
const MODEL_TIMEOUT_MS = 20_000

const ofEmbeddings = (settings: Settings.Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(embedder(settings), {
    onNone: () => Effect.succeed([]),
    onSome: (layer) =>
      Embedder.use((model) =>
        Effect.map(
          Effect.timeout(model.embed({ texts: ["dunlin"], purpose: "query" }), MODEL_TIMEOUT_MS),
          ([vector = []]) => `${model.model}, vectors of ${vector.length} numbers`
        )
      ).pipe(
        Effect.provide(layer),
        Effect.match({
          onSuccess: (message): ReadonlyArray<Finding> => [{ about: "embeddings", state: "ok", message }],
          onFailure: ({ message }): ReadonlyArray<Finding> => [{ about: "embeddings", state: "wrong", message }]
        })
      )
  })

const ofSettings = Effect.gen(function*() {
  const mistyped: ReadonlyArray<Finding> = unknown(Object.keys(process.env)).map((one) => ({
    about: one.variable,
    state: one.isTypo ? "wrong" : "missing",
    message: whyUnknown(one)
  }))
  const read = yield* Effect.result(Effect.tap(knownSettings, check))
  return read._tag === "Success"
    ? { settings: Option.some(read.success), findings: mistyped }
    : {
      settings: Option.none(),
      findings: [...mistyped, { about: read.failure.variable, state: "wrong" as const, message: read.failure.why }]
    }
})

const ofPromises = Effect.fnUntraced(function*(known: Settings.Settings) {
  const settings = { ...known, ...yield* reading(Serve.config) }
  const { all } = yield* Effect.provide(Teams, teams(settings))
  const found = yield* unkept(settings, all)
  const unsigned: ReadonlyArray<Finding> = Option.isSome(settings.webhookSecret) ? [] : [
    { about: "promise webhooks", state: "missing", message: "webhooks are not signed: set DUNLIN_WEBHOOK_SECRET" }
  ]
  return [
    ...found.map(({ promise, why }): Finding => ({ about: `promise ${promise}`, state: "missing", message: why })),
    ...unsigned
  ]
})

const promisesOf = (settings: Settings.Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.match(ofPromises(settings), {
    onSuccess: (findings): ReadonlyArray<Finding> => findings,
    onFailure: (error): ReadonlyArray<Finding> => [
      error._tag === "SettingsError"
        ? { about: error.variable, state: "wrong", message: error.why }
        : { about: "DUNLIN_TEAMS", state: "wrong", message: String(error) }
    ]
  })

const marks = { ok: ["green", "ok"], missing: ["yellow", "missing"], wrong: ["red", "wrong"] } as const

const line = ({ about, message, state }: Finding): string => {
  const [style, word] = marks[state]
  return `${styled(style, word.padEnd(8))} ${about}: ${message}`
}

export const report = Effect.fnUntraced(function*(flags: { readonly json: boolean; readonly deep: boolean }) {
  const { findings: faults, settings } = yield* ofSettings
  const wanted = Option.flatMap(settings, ({ browser }) => browser)
  const remote = yield* Option.match(settings, { onNone: () => Effect.succeed([]), onSome: ofRemoteBrowsers })
  const findings: ReadonlyArray<Finding> = [
    runtimeOf(process.versions.node),
    ...Option.match(settings, { onNone: () => [], onSome: ({ data }) => [ofFolder(data)] }),
    // Invalid settings have their own findings, so checks that depend on them are skipped.
    ...faults.some(({ about }) => about === "DUNLIN_BROWSER")
      ? []
      : remote.length > 0
      ? remote
      : [yield* ofBrowser(Option.getOrUndefined(wanted))],
    ...ofPackages(),
    ...ofPrograms(),
    ...yield* Effect.all(ofAddresses(), { concurrency: "unbounded" }),
    ...yield* Option.match(settings, { onNone: () => Effect.succeed([]), onSome: ofIndex }),
    ...yield* Option.match(settings, { onNone: () => Effect.succeed([]), onSome: ofEmbeddings }),
    ...yield* Option.match(settings, { onNone: () => Effect.succeed([]), onSome: promisesOf }),
    ...flags.deep ? yield* Option.match(settings, { onNone: () => Effect.succeed([]), onSome: deep }) : [],
    ...faults
  ]
  yield* Console.log(flags.json ? JSON.stringify(findings, null, 2) : findings.map(line).join("\n"))
  const wrong = findings.filter(({ state }) => state === "wrong").length
  if (wrong > 0) return yield* new Unwell({ wrong })
})

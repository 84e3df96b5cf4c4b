import { Context, Effect, Layer } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { debianPython as python, searxRun as script } from "../../common/test/components.ts"
import { freePort } from "../../common/test/freePort.ts"
import { shuffled } from "./pages.ts"

export interface Asked {
  readonly path: string
  readonly q: string
  readonly page: number
  readonly language: string
  readonly safe: string
  readonly range: string
}

/** The running instance, and what its upstream was asked. */
export class Searx extends Context.Service<Searx, {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
}>()("test/Searx") {}

const day = 86_400_000
const ages: Record<string, number> = { day, week: 7 * day, month: 31 * day, year: 366 * day }

/** 57 documents, every third day one; every fifth is German, every tenth not safe. */
const collection = (now: number) =>
  Array.from({ length: 57 }, (_, at) => ({
    url: `https://host${at % 7}.example/page/${at}`,
    title: `Doc ${at} about ${at % 2 === 1 ? "streams" : "fibers"}`,
    text: `Body of document ${at}.`,
    date: `${new Date(now - at * 3 * day).toISOString().slice(0, 19)}+00:00`,
    image: `https://images.example/${at}.png`,
    width: 640 + at,
    height: 480,
    age: at * 3 * day,
    language: at % 5 === 0 ? "de" : "en",
    adult: at % 10 === 9
  }))

/** All pages whatever is asked, ten at a time. */
const everything = ({ page }: Asked) => ({
  results: shuffled.slice((page - 1) * 10, page * 10).map(({ publishedAt, text, title, url }) => ({
    url,
    title,
    text,
    date: `${publishedAt.slice(0, 19)}+00:00`
  }))
})

const answer = (asked: Asked, now: number) => {
  const terms = asked.q.toLowerCase().split(/\s+/).filter((term) => !/[:"]/.test(term) && !term.startsWith("-"))
  const found = collection(now).filter((doc) =>
    terms.every((term) => `${doc.title} ${doc.text}`.toLowerCase().includes(term)) &&
    (asked.language === "all" || doc.language === asked.language.slice(0, 2)) &&
    (asked.range === "" || doc.age <= ages[asked.range]!) &&
    (asked.safe === "0" || !doc.adult)
  )
  return { results: found.slice((asked.page - 1) * 10, asked.page * 10) }
}

const settings = (port: number, upstream: string, engines: string) => `
general: { debug: False, instance_name: "test", contact_url: False, enable_stats: False }
brand: { git_url: "", git_branch: "", issue_url: "", docs_url: "", public_instances: "", wiki_url: "", twitter_url: "" }
search: { safe_search: 0, autocomplete: "", default_lang: "", ban_time_on_fail: 5, max_ban_time_on_fail: 120 }
server: { port: ${port}, bind_address: "127.0.0.1", secret_key: "test", base_url: False, image_proxy: False,
  http_protocol_version: "1.1", method: "GET", default_http_headers: {} }
ui: { static_path: "/usr/share/python3-searx/static", templates_path: "/usr/share/python3-searx/templates",
  default_theme: oscar, default_locale: "", theme_args: { oscar_style: logicodev } }
outgoing: { request_timeout: 60.0, useragent_suffix: "", pool_connections: 20, pool_maxsize: 10 }
checker: { off_when_debug: True, scheduling: False, tests: {}, additional_tests: {} }
locales: { en: English, de: Deutsch }
doi_resolvers: { example.org: "https://example.org/" }
default_doi_resolver: "example.org"
engines:
${
  ["general", "images", "news", "pages", "failing", "limited", "paused"].map((kind) => {
    const path = kind === "failing" ? "/failing" : kind === "limited" || kind === "paused" ? "/limited" : `/api/${kind}`
    return `  - { name: ${kind}, engine: ${engines}, shortcut: x${kind.slice(0, 3)}, categories: ${kind}, ` +
      `enable_http: True, kind: ${kind}, upstream: "${upstream}${path}" }`
  }).join("\n")
}
`

const make = Effect.gen(function*() {
  const now = Date.now()
  const asked: Array<Asked> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const upstream = createServer((request, response) => {
        const url = new URL(request.url!, "http://127.0.0.1")
        if (url.pathname === "/failing") {
          response.writeHead(500).end()
          return
        }
        if (url.pathname === "/limited") {
          response.writeHead(429).end()
          return
        }
        const entry: Asked = {
          path: url.pathname,
          q: url.searchParams.get("q") ?? "",
          page: Number(url.searchParams.get("page")),
          language: url.searchParams.get("language") ?? "",
          safe: url.searchParams.get("safe") ?? "",
          range: url.searchParams.get("range") ?? ""
        }
        asked.push(entry)
        response.writeHead(200, { "content-type": "application/json" }).end(
          JSON.stringify(url.pathname === "/api/pages" ? everything(entry) : answer(entry, now))
        )
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(upstream)))
    }),
    (upstream) => Effect.promise(() => new Promise<unknown>((resolve) => upstream.close(resolve)))
  )
  const port = yield* freePort
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "searx-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const engine = new URL("./fixtures/searx/fixture_engine", import.meta.url).pathname
  const file = join(directory, "settings.yml")
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(file, settings(port, upstream, engine))
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(python ?? "python3", [script ?? "searx-run"], {
        env: { ...process.env, SEARX_SETTINGS_PATH: file, PYTHONDONTWRITEBYTECODE: "1" }
      })
    ),
    (process) =>
      Effect.promise(() =>
        new Promise<unknown>((resolve) => {
          if (process.exitCode !== null) resolve(undefined)
          process.once("exit", resolve)
          process.kill("SIGKILL")
        })
      )
  )
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-2000)
  })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    const ready = yield* Effect.promise(() => fetch(`${url}/healthz`).then((reply) => reply.ok, () => false))
    if (ready) return Searx.of({ url, asked })
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100)))
  }
  return yield* Effect.die(new Error(`searx does not start: ${log}`))
})

export const layer: Layer.Layer<Searx> = Layer.effect(Searx, make)

// Runs this project's browser on the page of the escape harness.
import { BrowserFetcher, Charset, EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Effect, Layer, Result } from "effect"
import { execFileSync } from "node:child_process"

type HarnessLookup = (
  host: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: ReadonlyArray<EgressGuard.Address>) => void
) => void

const site = "fixture.allowed.example"

const killBrowser = Effect.sync(() => {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
  const pids = children.split("\n").flatMap((line) => /^\s*(\d+) \S*chrom/.exec(line)?.[1] ?? [])
  for (const pid of pids) process.kill(Number(pid), "SIGKILL")
  return pids.length
})

export const attack = (options: {
  readonly sitePort: number
  readonly lookup: HarnessLookup
  readonly forbidden: string
  readonly onRead: (what: string) => void
}) => {
  const origin = `http://${site}:${options.sitePort}`
  const lookup: EgressGuard.Lookup = (host, callback) =>
    host === site
      ? callback(null, [{ address: "127.0.0.1", family: 4 }])
      : options.lookup(host, { all: true }, callback)
  const visit = (url: string, waitFor: number) =>
    Effect.flatMap(
      Fetcher.Fetcher,
      (fetcher) => fetcher.fetch({ url, timeout: "30 seconds", options: { ...defaultOptions, waitFor } })
    ).pipe(
      Effect.result,
      Effect.map(Result.match({
        onFailure: (error) => error.reason._tag as string,
        onSuccess: (page) => {
          if (/root:|SECRET/.test(Charset.decode(page.body).text)) options.onRead(`NAV-READ ${url.slice(0, 40)}`)
          return `page ${page.status}`
        }
      }))
    )
  return Effect.gen(function*() {
    const first = yield* visit(`${origin}/`, 7_000)
    const killed = yield* killBrowser
    const second = yield* visit(`${origin}/`, 7_000)
    const sent: Record<string, string> = {}
    for (
      const url of [
        `${options.forbidden}/nav`,
        `${origin}/redir?to=${encodeURIComponent(`${options.forbidden}/nav-redir`)}`,
        `${origin}/meta?to=${encodeURIComponent(`${options.forbidden}/nav-meta`)}`,
        `${origin}/redir?to=${encodeURIComponent("file:///etc/passwd")}`,
        "file:///etc/passwd",
        `view-source:${options.forbidden}/vs`,
        "chrome://version"
      ]
    ) {
      sent[url] = yield* visit(url, 500)
    }
    return { status: first, again: second, killed, sent }
  }).pipe(
    Effect.provide(
      BrowserFetcher.layer().pipe(
        Layer.provide(EgressGuard.layer({ allow: [`${site}:${options.sitePort}`], lookup }))
      )
    ),
    Effect.runPromise
  )
}

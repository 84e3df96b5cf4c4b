// Resources that remain after many pages: npm run bench -- soak [--requests=10000] [--pages=1000]
//
// First, requests over HTTP: one in twenty to a server that misbehaves, and one in a hundred that needs the browser.
// Then, pages in the browser, which is killed with SIGKILL every fifty pages. Each part ends with the resources of the
// process, compared with two earlier states: cold, before anything was loaded, and warm, after the first hundred pages
// have loaded the engines. Sockets, file descriptors and child processes are counted while the fetcher is idle, and
// again after it was closed.
//
// RSS is reported twice. V8 keeps empty memory pages for the next burst until memory is short. The second figure is RSS
// after a forced release, and shows whether memory is leaked.
import { EgressGuard, Fetcher, type FetchError } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { readdirSync, readlinkSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { startedBy } from "../../../common/test/processes.ts"
import { start } from "./fetcher/misbehavingSite.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

setFlagsFromString("--expose-gc")
type Collect = (
  options?: { readonly type: "major"; readonly execution: "sync"; readonly flavor: "last-resort" }
) => void
const collectGarbage: Collect = runInNewContext("gc")

const descriptors = () => {
  const targets = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
  return { all: targets.length, sockets: targets.filter((target) => target.startsWith("socket:")).length }
}

const take = async (label: string, open: number) => {
  collectGarbage()
  await sleep(200)
  collectGarbage()
  const before = process.memoryUsage()
  collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" })
  const { arrayBuffers, external, heapUsed, rss } = process.memoryUsage()
  const { all, sockets } = descriptors()
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  const processes = startedBy([process.pid]).length
  console.log(
    `| ${label} | ${megabytes(heapUsed)} | ${megabytes(before.heapTotal)} | ${megabytes(external)} (${
      megabytes(arrayBuffers)
    }) | ${megabytes(before.rss)} | ${megabytes(rss)} | ${all} | ${sockets} | ${processes} | ${open} |`
  )
  return { rss: megabytes(rss), sockets, processes, open }
}

type Held = Awaited<ReturnType<typeof take>>

const tell = (area: string, warm: Held, closed: Held) => {
  figure({ area, metric: "connections left open at the site", ours: closed.open })
  figure({ area, metric: "remaining processes", ours: closed.processes })
  figure({ area, metric: "sockets left", ours: closed.sockets })
  figure({ area, metric: "RSS without V8's empty pages, MB more than warm", ours: closed.rss - warm.rss })
}

const header = (title: string) => {
  console.log(
    `\n### ${title}\n\n| | heap MB | reserved | external MB (buffers) | RSS MB | RSS without V8's empty pages | descriptors | sockets | processes | open at the site |`
  )
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
}

const tally = (outcomes: ReadonlyMap<string, number>) =>
  Array.from(outcomes).toSorted((left, right) => right[1] - left[1]).map(([name, count]) => `${name} ${count}`).join(
    ", "
  )

type Site = Awaited<ReturnType<typeof start>>

const open = (site: Site) =>
  ManagedRuntime.make(
    Fetcher.layer({ http: { maxBytes: 1024 * 1024 } }).pipe(Layer.provide(EgressGuard.layer({ allow: [site.target] })))
  )

const visit = (url: string, timeout: number, browser: boolean) =>
  Effect.flatMap(
    Fetcher.Fetcher,
    (fetcher) => fetcher.fetch({ url, timeout, options: defaultOptions, needs: { browser } })
  )
    .pipe(
      Effect.result,
      Effect.map(Result.match({
        onFailure: (error: FetchError.FetchError) => error.reason._tag as string,
        onSuccess: (page) => `page ${page.status}`
      }))
    )

const count = (outcomes: Map<string, number>) => (name: string) => {
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
}

const markEvery = 500
const requestsBetweenLooks = 2_500
/** Idle milliseconds of the fetcher before the last measurement. */
const MILLIS_OF_REST = 30_000

const manyRequests = async (site: Site, total: number) => {
  header(`${total} requests, 64 at a time, 5 % faults, 1 % in the browser`)
  const runtime = open(site)
  const outcomes = new Map<string, number>()
  const run = (from: number, to: number) =>
    runtime.runPromise(Effect.forEach(
      Array.from({ length: to - from }, (_, index) => from + index),
      (index) => {
        const isFault = index % 20 === 7
        const paths = isFault ? site.faults : site.pages
        const path = paths[Math.floor(index / 20) % paths.length]!
        return Effect.map(
          visit(`${site.origin}${path}?${index}`, isFault ? 1_000 : 30_000, index % 100 === 50),
          count(outcomes)
        )
      },
      { concurrency: 64, discard: true }
    ))
  // The first pages load the engines, which then stay in memory.
  await run(0, Math.min(400, total))
  await sleep(6_000)
  const warm = await take("after the first 400, warm", site.open())
  for (let from = Math.min(400, total); from < total; from += requestsBetweenLooks) {
    const to = Math.min(from + requestsBetweenLooks, total)
    await run(from, to)
    await sleep(6_000)
    await take(`after ${to}`, site.open())
  }
  await sleep(MILLIS_OF_REST)
  await take("after 30 s of rest", site.open())
  await runtime.dispose()
  await sleep(500)
  const closed = await take("closed", site.open())
  console.log(`\n${tally(outcomes)}`)
  tell(`${total} requests, 5 % faults`, warm, closed)
}

const killedBrowser = async (site: Site, total: number) => {
  header(`${total} pages in the browser, killed every 50`)
  const runtime = open(site)
  const outcomes = new Map<string, number>()
  let done = 0
  let kills = 0
  const killBrowser = Effect.sync(() => {
    // The main process of the browser is the one whose parent is not a browser process.
    for (const { command, parent, pid } of startedBy([process.pid])) {
      if (parent === process.pid && command.includes("chrom")) {
        kills++
        process.kill(pid, "SIGKILL")
      }
    }
  })
  const run = (pages: number) =>
    runtime.runPromise(Effect.forEach(
      Array.from({ length: pages }, (_, index) => index),
      (index) =>
        Effect.map(visit(`${site.origin}/script?${index}`, 60_000, true), (name) => {
          count(outcomes)(name)
          done++
        }).pipe(Effect.tap(() => done % 50 === 0 ? killBrowser : Effect.void)),
      { concurrency: 4, discard: true }
    ))
  const marks = [100, ...Array.from({ length: Math.floor(total / markEvery) }, (_, index) => (index + 1) * markEvery)]
  const looks: Array<Held> = []
  for (const mark of marks.filter((mark) => mark < total)) {
    await run(mark - done)
    looks.push(await take(`after ${mark}${mark === 100 ? ", warm" : ""}`, site.open()))
  }
  await run(total - done)
  looks.push(await take(`after ${total}`, site.open()))
  await sleep(MILLIS_OF_REST)
  await take("after 30 s of rest", site.open())
  await runtime.dispose()
  await sleep(500)
  const closed = await take("closed", site.open())
  console.log(`\n${tally(outcomes)}; killed ${kills} times`)
  tell(`${total} pages in a browser killed ${kills} times`, looks[0]!, closed)
}

export const run = async (args: ReadonlyArray<string>) => {
  const site = await start()
  header("before")
  await take("the process alone, cold", site.open())
  const requests = Number(optionOf(args, "requests") ?? 10_000)
  const pages = Number(optionOf(args, "pages") ?? 1_000)
  if (requests > 0) await manyRequests(site, requests)
  if (pages > 0) await killedBrowser(site, pages)
  site.close()
}

/** Light pages that are parsed in a thread while others wait. */
import { Arrived } from "@dunlin/common"
import type { TransformError } from "@dunlin/transformers"
import { assert, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"

interface Job {
  readonly body: Uint8Array
  readonly url: string
}

interface Done {
  readonly document: { readonly markdown?: string | null }
}

type Parsed = Effect.Effect<Done, TransformError.TransformError>

const reading = new URL("../src/internal/reading/", import.meta.url)
const { make } = await import(new URL("lightPages.ts", reading).href) as {
  readonly make: (threads: number) => Effect.Effect<
    (job: Job, ways: { readonly here: Parsed; readonly again: Parsed }) => Parsed,
    never,
    Scope.Scope
  >
}
const { run } = await import(new URL("formats.ts", reading).href) as { readonly run: (job: Job) => Done }

const jobOf = (at: number): Job => {
  const html = `<html lang=en><title>Bird ${at}</title><main><h1 id=b${at}>Bird ${at}</h1><p>${
    "It feeds on <b>mudflats</b>, and rests at high tide. ".repeat(40)
  }<a href=/${at}>on</a><img src=${at}.png></p><table><tr><th>Year<th>Count<tr><td>19${
    at % 100
  }<td>${at}</table></main>`
  const options = {
    charset: "utf-8",
    isRendered: false,
    isPrivate: false,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: false,
    formats: ["markdown", "html", "links", "images"],
    selectors: [],
    computedStyles: undefined
  }
  // a part of a larger buffer, as bodies that were received in pieces are
  const buffer = new TextEncoder().encode(`before${html}`)
  return { ...options, body: buffer.subarray("before".length), url: `https://site.example/${at}` }
}

it.live("pages are parsed in a thread to the same documents as on the calling thread, without a change of their bytes", () =>
  Effect.gen(function*() {
    const parse = yield* make(1)
    const jobs = Array.from({ length: 16 }, (_, at) => jobOf(at))
    const elsewhere: Done = { document: { markdown: "on the calling thread" } }
    const ways = {
      here: Effect.as(Arrived.turn, elsewhere),
      again: Effect.die("no thread ended")
    }
    const inThread = new Map<Job, Done>()
    while (inThread.size < jobs.length) {
      // Those that came last come first: a thread has room for some at a time.
      const waiting = jobs.filter((job) => !inThread.has(job)).concat(...inThread.keys())
      const all = yield* Effect.forEach(waiting, (job) => parse(job, ways), { concurrency: "unbounded" })
      for (const [at, done] of all.entries()) if (done !== elsewhere) inThread.set(waiting[at]!, done)
    }
    for (const [job, done] of inThread) assert.deepStrictEqual(done, run(job))
    assert.deepStrictEqual(jobs.map(({ body }) => body), jobs.map((_, at) => jobOf(at).body))
  }))

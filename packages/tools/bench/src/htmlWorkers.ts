// Measures the event loop delay of a service that transforms pages, with and without worker threads: npm run bench --
// htmlWorkers
import { RawPage, ScrapeOptions } from "@dunlin/schema"
import { PdfEngine, Transformer } from "@dunlin/transformers"
import { Effect, Layer } from "effect"

const paragraph =
  "<p class='a b'>The quick <b>brown</b> fox jumps over <a href='/x'>the lazy dog</a> and keeps running through the long field of grass.</p>"

const pageOf = (paragraphs: number) => {
  const body = new TextEncoder().encode(`<html><body><main><h1>Fox</h1>${paragraph.repeat(paragraphs)}</main>`)
  return new RawPage.RawPage({
    sourceUrl: "https://site.example/a",
    url: "https://site.example/a",
    status: 200,
    headers: {},
    contentType: "text/html",
    body,
    redirects: [],
    fetchedAt: 0,
    engine: "http",
    proxyUsed: "basic",
    warnings: []
  })
}

const cases = [
  ["pages of 2.1 MB, 4 at once", 20, 4, pageOf(15_000)],
  ["pages of 140 kB, 8 at once", 200, 8, pageOf(1000)]
] as const
const layers = [
  ["worker threads", Transformer.layer],
  ["calling thread", Transformer.layerWith({ workerThreshold: Number.POSITIVE_INFINITY })]
] as const

const delays = Effect.fnUntraced(function*<A, E, R>(body: Effect.Effect<A, E, R>) {
  const late: Array<number> = []
  let last = performance.now()
  const turn = () => {
    const now = performance.now()
    late.push(Math.max(0, now - last - 2))
    last = now
  }
  const timer = setInterval(turn, 2)
  yield* body
  yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
  clearInterval(timer)
  late.sort((a, b) => a - b)
  const at = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))]!.toFixed(1)
  return `p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`
})

export const run = async () => {
  for (const [what, count, concurrency, page] of cases) {
    for (const [how, layer] of layers) {
      const program = Effect.gen(function*() {
        const transformer = yield* Transformer.Transformer
        const options = ScrapeOptions.make({})
        const all = (times: number) =>
          Effect.forEach(Array.from({ length: times }), () => transformer.transform(page, options), { concurrency })
        yield* all(concurrency * 2)
        const start = performance.now()
        const late = yield* delays(all(count))
        const seconds = (performance.now() - start) / 1000
        console.log(`${count} ${what}, ${how}: ${(count / seconds).toFixed(0)} pages/s, event loop delay ${late}`)
      })
      await Effect.runPromise(program.pipe(Effect.provide(layer.pipe(Layer.provide(PdfEngine.layerMemory(""))))))
    }
  }
}

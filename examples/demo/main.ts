// Serves the small site beside this file, indexes it over HTTP, and searches it with page content.
import { Searcher } from "@dunlin/pipeline"
import { InvalidRequest, SearchRequest } from "@dunlin/schema"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Indexer, Services } from "dunlin"
import { Console, Effect, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { render } from "./render.ts"
import { serveSite } from "./SiteServer.ts"

export const program = Effect.fnUntraced(function*(options: {
  readonly query: string
  readonly formats: ReadonlyArray<string>
}) {
  const site = yield* serveSite
  return yield* Effect.gen(function*() {
    const indexed = yield* Indexer.run(`${site.url}/`, { delay: 0 })
    const task = yield* SearchRequest.decode({
      query: options.query,
      limit: 5,
      scrapeOptions: { formats: options.formats }
    })
    const searcher = yield* Searcher.Searcher
    const events = yield* Stream.runCollect(searcher.stream(task))
    const done = events.find((event) => event._tag === "Done")
    if (done === undefined) return yield* Effect.die(new Error("the search ended without a response"))
    const failed = events.filter((event) => event._tag === "PageFailed")
    return {
      text: render({ query: options.query, site: site.url, indexed, events, response: done.response }),
      response: done.response,
      indexed,
      ok: failed.length === 0 && indexed.skipped.length === 0 && indexed.added > 0
    }
  }).pipe(Effect.provide(Services.layer({ allow: [site.host] })))
}, Effect.scoped)

const command = Command.make("demo", {
  query: Argument.String("query").pipe(Argument.withDefault("how do dunlins find food at night")),
  formats: Flag.String("formats").pipe(
    Flag.withDescription("What to return of each page, separated by commas"),
    Flag.withDefault("markdown")
  )
}, ({ formats, query }) =>
  Effect.gen(function*() {
    const { ok, text } = yield* program({ query, formats: formats.split(",").map((format) => format.trim()) })
    yield* Console.log(text)
    if (!ok) return yield* Effect.fail(new Error("a page could not be read"))
  }))

if (import.meta.main) {
  Command.run(command, { version: "0.1.0" }).pipe(
    // A wrong format is told with its path, without a stack.
    Effect.catchIf(
      Schema.is(InvalidRequest.InvalidRequest),
      ({ message }) => Effect.andThen(Console.error(`demo: ${message}`), Effect.sync(() => void (process.exitCode = 2)))
    ),
    Effect.provide(NodeServices.layer),
    NodeRuntime.runMain
  )
}

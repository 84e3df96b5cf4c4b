import type { PageCache } from "@dunlin/cache/PageCache"
import type * as PageStore from "@dunlin/cache/PageStore"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { dataFolder } from "../dataFolder.ts"
import { parseAge } from "../settings/age.ts"
import { check } from "../settings/check.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const pageCache = Effect.flatMap(
  Effect.promise(() => import("@dunlin/cache/PageCache")),
  ({ PageCache }) => PageCache.use(Effect.succeed)
)

const withCache = <A, E, R>(effect: Effect.Effect<A, E, R | PageCache>) =>
  Effect.gen(function*() {
    const found = yield* settings
    yield* check(found)
    yield* dataFolder(found.data, "DUNLIN_DATA")
    const storage = yield* Effect.promise(() => import("../settings/storage.ts"))
    return yield* Effect.provide(effect, storage.cache(found))
  })

const which = {
  url: Flag.String("url").pipe(Flag.withDescription("Only versions of this URL"), Flag.optional),
  host: Flag.String("host").pipe(Flag.withDescription("Only pages from this host"), Flag.optional),
  olderThan: Flag.String("older-than").pipe(
    Flag.withDescription("Only pages fetched at least this long ago, such as 30m, 12h, 7d or 2w"),
    Flag.filterMap(parseAge, () => "a duration such as 30m, 12h or 7d"),
    Flag.optional
  )
}

const filterOf = Effect.fnUntraced(function*(flags: {
  readonly url: Option.Option<string>
  readonly host: Option.Option<string>
  readonly olderThan: Option.Option<Duration.Duration>
}): Effect.fn.Return<PageStore.Filter> {
  const { canonicalUrl } = yield* Effect.promise(() => import("@dunlin/cache/CachePlan"))
  const now = yield* Clock.currentTimeMillis
  return {
    ...(Option.isSome(flags.url) ? { url: canonicalUrl(flags.url.value) } : {}),
    ...(Option.isSome(flags.host) ? { host: flags.host.value.toLowerCase() } : {}),
    ...(Option.isSome(flags.olderThan) ? { cachedBefore: now - Duration.toMillis(flags.olderThan.value) } : {})
  }
})

const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z")

const render = (entries: ReadonlyArray<PageStore.EntryInfo>): string =>
  entries.length === 0
    ? "Nothing is kept."
    : entries.map(({ cachedAt, kind, size, status, url }) =>
      [time(cachedAt), kind === "failure" ? "failed" : String(status), `${Math.ceil(size / 1024)} kB`, url].join("\t")
    ).join("\n")

const print = (asJson: boolean, value: unknown, text: string) =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text)

const list = Command.make(
  "list",
  {
    ...which,
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("Maximum number of pages"),
      Flag.withDefault(100)
    ),
    json
  },
  Effect.fn("dunlin.cache.list")(function*(flags) {
    const cache = yield* pageCache
    const entries = yield* cache.list(yield* filterOf(flags), flags.limit)
    yield* print(flags.json, entries, render(entries))
  }, withCache)
).pipe(Command.withDescription("List cached pages, newest first: time, status, size, URL"))

const show = Command.make(
  "show",
  { url: Argument.String("url").pipe(Argument.withDescription("The page")), json },
  Effect.fn("dunlin.cache.show")(function*(flags) {
    const cache = yield* pageCache
    const entries = yield* cache.show(flags.url)
    yield* print(flags.json, entries, render(entries))
  }, withCache)
).pipe(Command.withDescription("Show every cached version of a page"))

const purge = Command.make(
  "purge",
  {
    ...which,
    all: Flag.Boolean("all").pipe(Flag.withDescription("Everything"), Flag.withDefault(false)),
    json
  },
  Effect.fn("dunlin.cache.purge")(function*(flags) {
    const filter = yield* filterOf(flags)
    if (flags.all === Object.keys(filter).length > 0) {
      return yield* new WrongUsage({ message: "Select pages with --url, --host or --older-than, or use --all" })
    }
    const cache = yield* pageCache
    const purged = yield* cache.purge(filter)
    yield* print(flags.json, { purged }, `${purged} deleted`)
  }, withCache)
).pipe(
  Command.withDescription("Delete cached pages"),
  Command.withExamples([{ command: "dunlin cache purge --host example.com --older-than 7d", description: "Old pages" }])
)

const stats = Command.make(
  "stats",
  { json },
  Effect.fn("dunlin.cache.stats")(function*(flags) {
    const cache = yield* pageCache
    const { bytes, entries, store } = yield* cache.stats
    const text = `${entries} pages, ${(bytes / 1024 / 1024).toFixed(1)} MB, in ${store}`
    yield* print(flags.json, { store, entries, bytes }, text)
  }, withCache)
).pipe(Command.withDescription("Show the size of the cache"))

export const cache = Command.make("cache").pipe(
  Command.withDescription("Inspect and purge the page cache"),
  Command.withSubcommands([list, show, purge, stats])
)

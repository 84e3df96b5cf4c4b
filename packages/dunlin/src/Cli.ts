/**
 * Implements the command line. Results go to stdout, progress and warnings to stderr. Exit codes: 0 success, 1
 * failure, 2 wrong usage or input.
 *
 * A crawl or batch succeeds if at least one page was read. A page with an error status, such as 404, does not count
 * as read. Closing stdout early, as `head` does, stops the command.
 *
 * @since 0.1.0
 */
import type { PdfDocument } from "@dunlin/pdf/PdfDocument"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { IndexEvent } from "./IndexEvent.ts"
import { backup } from "./internal/cli/backup.ts"
import { cache } from "./internal/cli/cache.ts"
import { doctor } from "./internal/cli/doctor.ts"
import { errorOf } from "./internal/cli/errorOf.ts"
import { renderExplanation } from "./internal/cli/explanation.ts"
import { output, saveFiles } from "./internal/cli/files.ts"
import { indexFlags } from "./internal/cli/indexFlags.ts"
import { jobCommands } from "./internal/cli/jobs.ts"
import { ledger } from "./internal/cli/ledger.ts"
import { locations } from "./internal/cli/locations.ts"
import { mcp } from "./internal/cli/mcp.ts"
import { NothingIndexed } from "./internal/cli/NothingIndexed.ts"
import { NothingRead } from "./internal/cli/NothingRead.ts"
import { jobs } from "./internal/cli/operators.ts"
import { clean, inFlags, renderOmitted, renderResponse, renderSummary } from "./internal/cli/output.ts"
import {
  list,
  pageFlags,
  pageTimeout,
  provider,
  searchFlags,
  toScrapeOptions,
  toSearch,
  toTimeout
} from "./internal/cli/pageFlags.ts"
import { pdfExplanation, renderPdfExplanation } from "./internal/cli/pdfExplanation.ts"
import { profiles } from "./internal/cli/profiles.ts"
import { describeIndex, drawSearch, withProgress } from "./internal/cli/progress.ts"
import { research } from "./internal/cli/research.ts"
import { json, root, settings } from "./internal/cli/root.ts"
import { site } from "./internal/cli/site.ts"
import { SomeFailed } from "./internal/cli/SomeFailed.ts"
import { targets, urlsOf } from "./internal/cli/targets.ts"
import { tour } from "./internal/cli/tour.ts"
import { WrongUsage } from "./internal/cli/WrongUsage.ts"
import * as Heap from "./internal/heap.ts"
import { parseAge } from "./internal/settings/age.ts"
import * as Services from "./Services.ts"

const servicesOf = (provider: ReadonlyArray<string> = []) =>
  Effect.map(
    settings,
    (settings) => Services.layerConfig({ settings: { ...settings, ...(provider.length === 0 ? {} : { provider }) } })
  )

const services = servicesOf()

const formats = Flag.String("formats").pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Formats to return for each page, separated by commas: markdown, html, links, images, ..."),
  Flag.atLeast(0)
)

const search = Command.make(
  "search",
  {
    query: Argument.String("query").pipe(Argument.withDescription("The query; operators such as site: work")),
    source: Flag.String("source").pipe(
      Flag.withDescription("web, images or news, separated by commas (default: web)"),
      Flag.atLeast(0)
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("Maximum number of results per source, 1 to 100"),
      Flag.withDefault(10)
    ),
    category: Flag.String("category").pipe(
      Flag.withDescription("github, research, pdf or developer, separated by commas"),
      Flag.atLeast(0)
    ),
    tbs: Flag.String("tbs").pipe(Flag.withDescription("Time filter, for example qdr:w"), Flag.optional),
    country: Flag.String("country").pipe(Flag.withDescription("ISO country code (default: US)"), Flag.optional),
    ...searchFlags,
    ...pageFlags,
    provider,
    formats,
    output,
    json
  },
  Effect.fn("dunlin.search")(function*(flags) {
    const wanted = list(flags.formats)
    const sources = list(flags.source)
    const page = toScrapeOptions(flags)
    const SearchRequest = yield* Effect.promise(() => import("@dunlin/schema/SearchRequest"))
    const { Searcher } = yield* Effect.promise(() => import("@dunlin/pipeline/Searcher"))
    const task = yield* SearchRequest.decode({
      query: flags.query,
      limit: flags.limit,
      categories: list(flags.category),
      ...(sources.length === 0 ? {} : { sources }),
      ...(Option.isSome(flags.tbs) ? { tbs: flags.tbs.value } : {}),
      ...(Option.isSome(flags.country) ? { country: flags.country.value } : {}),
      ...toSearch(flags),
      ...(wanted.length + Object.keys(page).length === 0 ? {} : {
        scrapeOptions: { formats: wanted.length === 0 ? ["markdown"] : wanted, ...page }
      })
    })
    const searcher = yield* Searcher
    const response = yield* withProgress((progress) => {
      const draw = drawSearch(progress)
      return searcher.stream(task).pipe(
        Stream.tap((event) => Effect.sync(() => draw(event))),
        Stream.filter((event) => event._tag === "Done"),
        Stream.runHead
      )
    })
    if (Option.isNone(response)) return
    const { data, ...rest } = response.value.response
    const saved = {
      ...rest,
      data: {
        ...data,
        ...(data.web === undefined
          ? {}
          : { web: yield* Effect.forEach(data.web, (item) => saveFiles(item, item.url, flags.output)) }),
        ...(data.news === undefined
          ? {}
          : { news: yield* Effect.forEach(data.news, (item) => saveFiles(item, item.url, flags.output)) })
      }
    }
    yield* Console.log(flags.json ? JSON.stringify(saved, null, 2) : renderResponse(saved))
  }, (effect, flags) => Effect.flatMap(servicesOf(list(flags.provider)), (layer) => Effect.provide(effect, layer)))
).pipe(
  Command.withDescription("Search, and return page content in the requested formats"),
  Command.withExamples([
    { command: "dunlin search \"typed errors\" --limit 3", description: "Three results from the index" },
    { command: "dunlin search \"changelog site:example.com\" --formats markdown", description: "With page content" }
  ])
)

const scrape = Command.make(
  "scrape",
  {
    ...targets,
    explain: Flag.Boolean("explain").pipe(
      Flag.withDescription("Show which parts of the page were kept or omitted, and why, instead of the Markdown"),
      Flag.withDefault(false)
    ),
    timeout: pageTimeout,
    ...pageFlags,
    formats,
    output,
    json
  },
  Effect.fn("dunlin.scrape")(function*(flags) {
    if (flags.explain && flags.redact) {
      return yield* new WrongUsage({
        message: "--explain shows the unredacted text of the page and cannot be combined with --redact"
      })
    }
    const wanted = flags.explain ? ["rawHtml", "markdown"] : list(flags.formats)
    const urls = yield* urlsOf(flags)
    let failed = 0
    const ScrapeRequest = yield* Effect.promise(() => import("@dunlin/schema/ScrapeRequest"))
    const { Scraper } = yield* Effect.promise(() => import("@dunlin/pipeline/Scraper"))
    const LocalFiles = yield* Effect.promise(() => import("./internal/cli/localFiles.ts"))
    const { PdfReadings } = yield* Effect.promise(() => import("./internal/pdfReadings.ts"))
    const scraper = yield* Scraper
    const read = Effect.fnUntraced(function*(given: string) {
      const path = LocalFiles.pathOf(given)
      const file = path === undefined ? undefined : yield* LocalFiles.read(path)
      const { url, ...options } = yield* (file === undefined ? ScrapeRequest.decode : ScrapeRequest.decodeReading)({
        url: file?.url ?? given,
        ...toScrapeOptions(flags),
        ...toTimeout(flags.timeout),
        ...(wanted.length === 0 ? {} : { formats: wanted }),
        ...(file === undefined ? {} : { maxAge: 0, storeInCache: false })
      })
      const reader = file === undefined ? scraper : yield* LocalFiles.scraperOf(file)
      const reading: { pdf?: PdfDocument } = {}
      const { document: found, warnings } = yield* withProgress((progress) => {
        progress.update(`reading ${url}`)
        return Effect.provideService(reader.scrape({ url, options }), PdfReadings, (document) => {
          reading.pdf = document
        })
      })
      const pdf = flags.explain ? reading.pdf : undefined
      for (const warning of warnings) {
        // A PDF has no HTML to explain.
        if (pdf === undefined || !warning.endsWith(": rawHtml.")) yield* Console.error(`Warning: ${clean(warning)}`)
      }
      const status = errorOf(found)
      if (status !== undefined) {
        failed++
        yield* Console.error(`dunlin: ${clean(url)}: ${status}`)
      }
      if (flags.explain) {
        if (pdf !== undefined) return flags.json ? pdfExplanation(pdf) : renderPdfExplanation(pdf)
        if (typeof found.rawHtml !== "string") {
          return yield* new WrongUsage({ message: "--explain works with HTML pages and PDFs only" })
        }
        const Html = yield* Effect.promise(() => import("@dunlin/transformers/Html"))
        const explanation = Html.explain(Html.parse(found.rawHtml, url))
        const { engine, engineReason } = found.metadata ?? {}
        return flags.json
          ? { engine, engineReason, ...explanation }
          : `read by: ${engine ?? "unknown"}, ${engineReason ?? "the only engine"}\n${renderExplanation(explanation)}`
      }
      const document = yield* saveFiles(found, url, flags.output)
      const files = [document.screenshot, document.audio, document.video].filter((file) => typeof file === "string")
      if (flags.json) return document
      if (files.length > 0 && files.length === wanted.length) return files.join("\n")
      return wanted.length <= 1 && typeof document.markdown === "string" ? clean(document.markdown) : document
    })
    if (urls.length === 1) {
      const found = yield* read(urls[0]!)
      yield* Console.log(typeof found === "string" ? found : JSON.stringify(found, null, 2))
      if (failed > 0) return yield* new NothingRead({ failed })
      return
    }
    for (const url of urls) {
      yield* read(url).pipe(
        Effect.flatMap((found) =>
          Console.log(typeof found === "string" ? `<!-- ${clean(url)} -->\n\n${found}\n` : JSON.stringify(found))
        ),
        Effect.catch((error) => {
          failed++
          return Console.error(`dunlin: ${clean(url)}: ${error.message}`)
        })
      )
    }
    if (failed > 0) return yield* new SomeFailed({ failed, total: urls.length })
  }, (effect) => Effect.flatMap(services, (layer) => Effect.provide(effect, layer)))
).pipe(
  Command.withDescription("Read pages and files, and print them as Markdown"),
  Command.withExamples([
    { command: "dunlin scrape https://example.com/", description: "The page as markdown" },
    { command: "dunlin scrape ./paper.pdf ./page.html", description: "Files: HTML, PDF, Markdown, text" },
    { command: "dunlin scrape --file urls.txt --json", description: "Every URL in a file, one JSON line per page" },
    { command: "cat urls.txt | dunlin scrape -", description: "URLs read from stdin" },
    {
      command: "dunlin scrape https://example.com/ -f screenshot -o shots",
      description: "A screenshot, written to a file"
    },
    {
      command: "dunlin scrape https://example.com/ --explain",
      description: "Why each part of the text was kept or omitted"
    }
  ])
)

const index = Command.make(
  "index",
  {
    targets: Argument.String("target").pipe(
      Argument.withDescription("A URL (with all pages below it), a sitemap, a feed, or a folder"),
      Argument.atLeast(1)
    ),
    ...indexFlags({ limit: 500, baseUrl: "a file: URL" }),
    crawlEntireDomain: Flag.Boolean("entire-domain").pipe(
      Flag.withDescription("Include pages outside the path of the start URL"),
      Flag.withDefault(false)
    ),
    allowSubdomains: Flag.Boolean("subdomains").pipe(
      Flag.withDescription("Also pages on subdomains"),
      Flag.withDefault(false)
    ),
    ignoreQueryParameters: Flag.Boolean("ignore-query").pipe(
      Flag.withDescription("Treat URLs that differ only in their query string as one page"),
      Flag.withDefault(false)
    ),
    deduplicateSimilarURLs: Flag.Boolean("deduplicate-similar-urls").pipe(
      Flag.withDescription(
        "Stop following links on pages that differ only in numbers once they lead to no new text"
      ),
      Flag.withDefault(true)
    ),
    depth: Flag.Int("depth").pipe(
      Flag.withDescription("Maximum link depth from the start URL; 0 reads only that page (default: 3)"),
      Flag.withDefault(3)
    ),
    concurrency: Flag.Int("concurrency").pipe(
      Flag.withDescription("Number of pages to read in parallel (default: 4)"),
      Flag.withDefault(4)
    ),
    delay: Flag.String("delay").pipe(
      Flag.withDescription("Minimum time between two requests to the same host, such as 500ms or 2s (default: 250ms)"),
      Flag.filterMap(parseAge, () => "a duration such as 500ms or 2s"),
      Flag.optional
    ),
    maxAge: Flag.String("max-age").pipe(
      Flag.withDescription("Maximum age of a cached page, such as 0s or 1d (default: 1h)"),
      Flag.filterMap(parseAge, () => "a duration such as 30m, 12h or 7d"),
      Flag.optional
    ),
    robots: Flag.Boolean("robots").pipe(
      Flag.withDescription("Obey robots.txt; --no-robots ignores it"),
      Flag.withDefault(true)
    ),
    sitemaps: Flag.Boolean("sitemaps").pipe(
      Flag.withDescription("Read the sitemaps named in robots.txt, or /sitemap.xml"),
      Flag.withDefault(true)
    ),
    json
  },
  Effect.fn("dunlin.index")(function*({ baseUrl, delay, json, maxAge, targets, ...flags }) {
    const Indexer = yield* Effect.promise(() => import("./Indexer.ts"))
    const options = {
      ...flags,
      baseUrl: Option.getOrUndefined(baseUrl),
      delay: Option.getOrUndefined(delay),
      maxAge: Option.getOrUndefined(maxAge)
    }
    const failed: Array<string> = []
    Heap.letNurseryGrow()
    for (const target of targets) {
      let read = 0
      const summary = yield* withProgress(
        (progress) => {
          const describe = describeIndex(progress)
          const onEvent = (event: IndexEvent) => {
            if (event._tag === "PageIndexed") read++
            describe(event)
          }
          return Indexer.run(target, { ...options, onEvent })
        },
        () =>
          `stopped: ${read} pages read; pages from the last second may be lost. Run the same command again to resume`
      )
      yield* Console.log(json ? JSON.stringify({ target, ...summary }) : `${target}: ${renderSummary(summary)}`)
      if (!json) {
        for (const line of renderOmitted(summary.omitted)) yield* Console.error(line)
        if (summary.warning !== undefined) yield* Console.error(`Warning: ${inFlags(clean(summary.warning))}`)
      }
      if (summary.added + summary.updated + summary.unchanged + summary.removed === 0) failed.push(target)
    }
    if (failed.length > 0) return yield* new NothingIndexed({ targets: failed })
  }, (effect) => Effect.flatMap(services, (layer) => Effect.provide(effect, layer)))
).pipe(
  Command.withDescription("Index pages for the embedded search engine, the default of `search`"),
  Command.withExamples([
    { command: "dunlin index https://example.com/docs/", description: "A part of a site" },
    {
      command: "dunlin index https://example.com/sitemap.xml --delay 1s",
      description: "Every page of a sitemap, at most one per second"
    },
    { command: "dunlin index ./docs", description: "A folder of HTML, PDF, Markdown and text files" },
    {
      command: "dunlin index ./dist --base-url https://docs.example/ --exclude '^/_sources/'",
      description: "A built site, with the public URLs of its pages"
    }
  ])
)

const serve = Command.make(
  "serve",
  {
    port: Flag.Int("port").pipe(
      Flag.withAlias("p"),
      Flag.withDescription("Port to listen on (default: DUNLIN_PORT, or 3002)"),
      Flag.optional
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("Address to listen on (default: DUNLIN_HOST, or 127.0.0.1)"),
      Flag.optional
    ),
    provider: Flag.String("provider").pipe(
      Flag.withDescription("Search providers, separated by commas (default: DUNLIN_PROVIDER, or local)"),
      Flag.atLeast(0)
    ),
    teams: Flag.String("teams").pipe(
      Flag.withDescription("The teams file (default: DUNLIN_TEAMS; without it, no key is required)"),
      Flag.optional
    ),
    publicUrl: Flag.String("public-url").pipe(
      Flag.withDescription("Public URL of this server, used in links (default: DUNLIN_PUBLIC_URL)"),
      Flag.optional
    )
  },
  Effect.fn("dunlin.serve")(function*(flags) {
    const providers = list(flags.provider)
    const logLevel = yield* GlobalFlag.LogLevel
    const Serve = yield* Effect.promise(() => import("./Serve.ts"))
    const server = Serve.layer({
      settings: {
        ...yield* settings,
        ...(Option.isSome(flags.port) ? { port: flags.port.value } : {}),
        ...(Option.isSome(flags.host) ? { host: flags.host.value } : {}),
        ...(providers.length === 0 ? {} : { provider: providers }),
        ...(Option.isSome(flags.teams) ? { teams: flags.teams } : {}),
        ...(Option.isSome(flags.publicUrl) ? { publicUrl: flags.publicUrl } : {}),
        ...(Option.isSome(logLevel) ? { logLevel: logLevel.value } : {})
      }
    })
    yield* Layer.launch(Layer.provide(Layer.effectDiscard(Effect.sync(Heap.settle)), server)).pipe(
      // A server stops only on request, so service managers must not see an interrupt as a failure.
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          process.exitCode = 0
        })
      )
    )
  })
).pipe(
  Command.withDescription(
    "Serve the /v2 API, a playground page and MCP; all settings are DUNLIN_... environment variables"
  ),
  Command.withExamples([{
    command: "dunlin serve --port 3002",
    description: "A server that searches the embedded index and needs no API keys"
  }])
)

/**
 * The root command, ready for `Command.run`.
 *
 * @category commands
 * @since 0.1.0
 */
export const command = root.pipe(
  Command.withSubcommands([
    search,
    scrape,
    index,
    site,
    ...jobCommands,
    serve,
    mcp,
    research,
    cache,
    jobs,
    ledger,
    profiles,
    backup,
    locations,
    tour,
    doctor
  ])
)

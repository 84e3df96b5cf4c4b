import { Fetcher } from "@dunlin/fetcher"
import { Answerer, Caller, Scraper, Searcher, type SearchEvent } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { RedactionError, Redactor } from "@dunlin/redaction"
import { RawPage, ScrapeOptions, ScrapeRequest, SearchRequest } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref, Stream } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { changing, services, webHit } from "./fixtures.ts"

// One person, planted wherever a text of a page or of a provider can stand.
const name = "Maria Schneider"
const mail = "maria.schneider@rosenhof-verlag.de"
const phone = "+49 30 901820"
const card = "4111 1111 1111 1111"
const everything = `Write to ${name}, ${mail}, call ${phone} or pay with Visa ${card}.`

const letters = (text: string) => text.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase()

/** Which of the four show in a value, in whatever way they are written. */
const shown = (value: unknown): ReadonlyArray<string> => {
  const text = letters(JSON.stringify(value) ?? "")
  const percent = letters(decodeURIComponent((JSON.stringify(value) ?? "").replaceAll(/%(?![0-9a-f]{2})/gi, "%25")))
  return [name, mail, phone, card].filter((planted) =>
    text.includes(letters(planted)) || percent.includes(letters(planted))
  )
}

const url = "https://example.com/team"
const html = `<html lang="en"><head>
  <title>${name} - Rosenhof</title>
  <meta name="description" content="${everything}">
  <meta name="author" content="${name}">
  <meta name="keywords" content="publishing, ${mail}">
  <meta name="contact-phone" content="4930901820">
  <meta name="owner" content="${name}, ${mail}">
  <meta name="${mail}" content="set">
  <meta property="og:title" content="About ${name}">
  <meta property="og:description" content="${everything}">
  <meta property="og:url" content="https://example.com/u?mail=${encodeURIComponent(mail)}">
  <meta property="og:image" content="https://example.com/maria-schneider.png">
  <link rel="canonical" href="https://example.com/people/maria-schneider">
  <script type="application/ld+json">${
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Product",
    name: `Portrait of ${name}`,
    description: everything,
    brand: { "@type": "Brand", name },
    offers: { "@type": "Offer", price: "12.00", priceCurrency: "EUR", seller: { "@type": "Person", name } }
  })
}</script>
  <script type="application/ld+json">${
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Menu",
    name: `Lunch with ${name}`,
    hasMenuSection: {
      "@type": "MenuSection",
      name: "Lunch",
      hasMenuItem: {
        "@type": "MenuItem",
        name: `Soup of ${name}`,
        description: everything,
        offers: { "@type": "Offer", price: "4.00", priceCurrency: "EUR" }
      }
    }
  })
}</script>
  <meta name="theme-color" content="#336699">
  <link rel="icon" href="https://example.com/maria-schneider.ico">
</head><body><main>
  <h1>The team of ${name}</h1>
  <p>${everything} The publishing house has been here for a long time, and it reads every letter with great care.</p>
  <p>Second: <b>${name}</b> answers letters herself. Her card is <code>${card}</code>.</p>
  <p><a href="mailto:${mail}">${name}</a> and <a href="tel:+4930901820">her phone</a> and
    <a href="https://example.com/people/maria-schneider?mail=${encodeURIComponent(mail)}">${everything}</a></p>
  <img src="https://example.com/pictures/maria_schneider.jpg" alt="Portrait of ${name}, ${mail}" data-owner="${name}, ${mail}" data-phone="${phone}">
  <table><tr><th>Name</th><th>Phone</th></tr><tr><td>${name}</td><td>${phone}</td></tr></table>
</main></body></html>`

/** A browser that ran a script for the caller, so that there are results of actions, and a header that is shown. */
const fetcher = changing({ [url]: html }, (page) =>
  Effect.succeed(
    new RawPage.RawPage({
      ...page,
      headers: { ...page.headers, "x-robots-tag": `max-snippet: 20, ${everything}` },
      actions: {
        screenshots: [],
        pdfs: [],
        scrapes: [],
        javascriptReturns: [
          { type: "string", value: everything },
          { type: "object", value: { phone: 4930901820, nested: [{ owner: name, [mail]: card }] } }
        ]
      }
    })
  ))

const said = { title: `${name} - team`, description: everything }
const hits: ReadonlyArray<SearchProvider.WebHit | SearchProvider.NewsHit | SearchProvider.ImageHit> = [
  webHit("team", { ...said, url, extraSnippets: [everything], matches: [{ start: 0, end: 3 }] }),
  webHit("other", { ...said, url: "https://example.com/other", extraSnippets: [everything], text: everything }),
  { source: "news", title: said.title, snippet: everything, url: "https://example.com/news", position: 1 },
  {
    source: "images",
    title: said.title,
    imageUrl: "https://example.com/one.png",
    url: "https://example.com/one",
    position: 1
  }
]

const over = (redactor: Layer.Layer<Redactor.Redactor> = Redactor.layer) =>
  Layer.merge(Searcher.layer, Answerer.layer).pipe(
    Layer.provideMerge(Scraper.layer),
    Layer.provideMerge(Layer.mergeAll(services, redactor, fetcher, SearchProvider.layerMemory(hits)))
  )

const redactPII = { mode: "fast" } as const

const formats: ScrapeOptions.ScrapeOptionsInput["formats"] = [
  "markdown",
  "links",
  "images",
  "summary",
  "product",
  "menu",
  "branding",
  { type: "json", schema: { type: "object", properties: { author: { type: "string" }, owner: { type: "string" } } } },
  { type: "question", question: "Who answers letters herself?" },
  { type: "highlights", query: "letters" },
  {
    type: "attributes",
    selectors: [{ selector: "img", attribute: "data-owner" }, { selector: "img", attribute: "data-phone" }]
  }
]

const scrape = (input: ScrapeOptions.ScrapeOptionsInput) =>
  Scraper.Scraper.use((scraper) => scraper.scrape({ url, options: ScrapeOptions.make(input), caller: Caller.local }))

/** Addresses that lead to a page are its identity and stay. */
const withoutAddresses = <A>(value: A): A =>
  JSON.parse(JSON.stringify(value, (key, item) => key === "sourceURL" || key === "url" ? undefined : item))

const scraped = scrape({ formats, redactPII, onlyMainContent: false })

/** The diff of a page whose last version was kept by a request without redaction. */
const tracked = Effect.gen(function*() {
  const track = [{ type: "changeTracking", modes: ["git-diff", "json"], schema: { type: "object" } }] as const
  const store = yield* Effect.service(Fetcher.Fetcher)
  yield* scrape({ formats: ["markdown", ...track], maxAge: 0 })
  const changed = Fetcher.Fetcher.of({
    ...store,
    fetch: (request) =>
      Effect.map(store.fetch(request), (page) =>
        new RawPage.RawPage({
          ...page,
          body: new TextEncoder().encode(html.replace("Second: ", "Then: ").replace("The team of", "Team of"))
        }))
  })
  const scraper = yield* Scraper.Scraper.pipe(
    Effect.provide(Layer.fresh(Scraper.layer).pipe(Layer.provide(Layer.succeed(Fetcher.Fetcher, changed))))
  )
  const { document } = yield* scraper.scrape({
    url,
    options: ScrapeOptions.make({ formats: ["markdown", ...track], maxAge: 0, redactPII }),
    caller: Caller.local
  })
  return document.changeTracking
})

const search = (input: Omit<SearchRequest.SearchRequestInput, "query">) =>
  Effect.gen(function*() {
    const { request, warnings } = yield* SearchRequest.decode({
      query: "team letters",
      sources: ["web", "news", "images"],
      scrapeOptions: { formats: ["markdown"], redactPII },
      ...input
    })
    return { request, warnings }
  })

const events = Effect.gen(function*() {
  const searcher = yield* Searcher.Searcher
  return yield* Stream.runCollect(searcher.stream(yield* search({})))
})

const responded = (highlights: boolean) =>
  Effect.gen(function*() {
    const searcher = yield* Searcher.Searcher
    return yield* searcher.search(yield* search({ highlights }))
  })

const answered = Effect.gen(function*() {
  const answerer = yield* Answerer.Answerer
  return yield* answerer.answer({ ...(yield* search({})), budget: { maxTokens: 2000 } })
})

/** Where a text of a page or of a provider can stand in what is returned, and what stands there. */
const places = Effect.gen(function*() {
  const { document } = yield* scraped
  const response = yield* responded(false)
  const highlighted = yield* responded(true)
  const told = yield* events
  const answer = yield* answered
  const { metadata } = document
  const markdown = document.markdown ?? ""
  const targets = [...markdown.matchAll(/\]\(([^)\s]*)/g)].map(([, target]) => target)
  const of = (tag: SearchEvent.SearchEvent["_tag"]) => told.filter(({ _tag }) => _tag === tag)
  const found = [...response.data.web ?? [], ...response.data.news ?? [], ...response.data.images ?? []]
  return [
    ["text of `markdown`", markdown.replaceAll(/\]\([^)\s]*/g, "](")],
    ["link and image targets in `markdown`", targets],
    ["`links`", document.links],
    ["`images`", document.images],
    ["`metadata.title`", metadata?.title],
    ["`metadata.description`", metadata?.description],
    ["every other field of `metadata`", withoutAddresses(metadata)],
    ["`summary`", document.summary],
    ["`json`", document.json],
    ["`answer`", document.answer],
    ["`highlights`", document.highlights],
    ["`attributes`", document.attributes],
    ["`product`", document.product],
    ["`menu`", document.menu],
    ["`branding`", document.branding],
    ["`changeTracking`, also against a version kept without redaction", yield* tracked],
    ["`actions.javascriptReturns`", document.actions?.javascriptReturns],
    ["`title` of results", found.map(({ title }) => title)],
    ["`description` of results", (response.data.web ?? []).map(({ description }) => description)],
    ["`description` of results with `highlights`", (highlighted.data.web ?? []).map((result) => result.description)],
    ["`snippet` of news", (response.data.news ?? []).map(({ snippet }) => snippet)],
    ["`warning`", [document.warning, response.warning]],
    ["passages and sources of an answer", withoutAddresses(answer)],
    ["the event `HitsFound`", of("HitsFound")],
    ["the event `PageFinished`", withoutAddresses(of("PageFinished"))],
    ["every other event", withoutAddresses(told.filter(({ _tag }) => _tag !== "HitsFound" && _tag !== "PageFinished"))]
  ] as const
})

const unreached = ["html", "rawHtml", "screenshot", "audio", "video"] as const

const page = new URL("../../../docs/how-to/redact-and-forget.md", import.meta.url)
const begin = "<!-- covered: written by packages/pipeline/test/RedactionCoverage.test.ts with DUNLIN_WRITE_DOCS=1 -->"
const end = "<!-- /covered -->"

const table = (covered: ReadonlyArray<string>): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...covered.map((place) => [place, "redacted"] as const),
    ["a text whose redaction failed", "withheld"],
    [
      "`url`, `sourceURL`, `imageUrl` of results and pages",
      "unchanged; `warning` says if they contain personal data"
    ],
    [unreached.map((format) => `\`${format}\``).join(", "), "unchanged; the top-level `warning` names them"],
    ["results of the actions `scrape`, `screenshot` and `pdf`", "unchanged; the top-level `warning` names them"],
    ["base64 images, files returned as base64", "unchanged; `warning` names them"]
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length), "where".length))
  const line = (cells: ReadonlyArray<string>) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`
  return [
    begin,
    "",
    line(["where", "with `redactPII`"]),
    `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`,
    ...rows.map(line),
    "",
    end
  ].join("\n")
}

describe("redactPII", () => {
  it.effect("leaves a name, email address, phone number, or card nowhere, as documented", () =>
    Effect.gen(function*() {
      const all = yield* places
      for (const [place, value] of all) {
        assert.isDefined(value, `${place} is not there`)
        assert.deepStrictEqual(shown(value), [], `${place}: ${JSON.stringify(value)}`)
      }
      const text = readFileSync(page, "utf8")
      const wanted = table(all.map(([place]) => place))
      const [before = "", rest = ""] = text.split(begin)
      const after = rest.slice(rest.indexOf(end) + end.length)
      if (process.env["DUNLIN_WRITE_DOCS"] === "1") writeFileSync(page, before + wanted + after)
      else assert.include(text, wanted)
    }).pipe(Effect.provide(over())))

  it.effect("changes nothing if it is off", () =>
    Effect.gen(function*() {
      const { document } = yield* scrape({ formats, onlyMainContent: false })
      assert.deepStrictEqual(shown(document.markdown), [name, mail, phone, card])
      assert.deepStrictEqual(shown(document.metadata), [name, mail, phone, card])
      assert.include(shown(document.links), name)
      assert.include(shown(document.images), name)
      assert.include(shown(document.product), name)
      assert.include(shown(document.attributes), name)
      assert.include(shown(document.json), name)
      assert.deepStrictEqual(shown(document.actions), [name, mail, phone, card])
    }).pipe(Effect.provide(over())))

  it.effect("reports for each request what it does not cover", () =>
    Effect.gen(function*() {
      const options = {
        formats: [...unreached],
        actions: [{ type: "screenshot" }, { type: "scrape" }, { type: "pdf" }],
        removeBase64Images: false,
        redactPII: true
      } as const
      const scraping = yield* ScrapeRequest.decodeBody({ url, ...options })
      const searching = yield* search({ scrapeOptions: options })
      for (const { warnings } of [scraping, searching]) {
        const warning = warnings.join(" ")
        for (const format of unreached) assert.include(warning, format)
        assert.include(warning, "the action scrape")
        assert.include(warning, "base64 images")
      }
      const quiet = yield* ScrapeRequest.decodeBody({ url, formats: ["markdown", "links"], redactPII: true })
      assert.deepStrictEqual(quiet.warnings, [])
    }))

  it.effect("warns if the URL of a result contains redacted values", () =>
    Effect.gen(function*() {
      const address = `https://example.com/u?email=${encodeURIComponent(mail)}`
      const run = responded(false).pipe(
        Effect.provide(
          Searcher.layer.pipe(
            Layer.provideMerge(Scraper.layer),
            Layer.provideMerge(
              Layer.mergeAll(services, fetcher, SearchProvider.layerMemory([webHit("mail", { url: address })]))
            )
          )
        )
      )
      assert.include((yield* run).warning ?? "", "1 of them")
    }))

  it.effect("checks the query before redaction", () =>
    Effect.gen(function*() {
      const searcher = yield* Searcher.Searcher
      const { request, warnings } = yield* SearchRequest.decode({
        query: `team "${name}"`,
        scrapeOptions: { formats: ["markdown"], redactPII }
      })
      const response = yield* searcher.search({ request, warnings })
      assert.deepStrictEqual(response.data.web?.map((result) => result.url), [url, "https://example.com/other"])
      assert.deepStrictEqual(shown(withoutAddresses(response.data)), [])
    }).pipe(Effect.provide(over())))

  const asked = Ref.makeUnsafe(0)
  const failing = Layer.succeed(Redactor.Redactor, {
    redact: () =>
      Effect.andThen(
        Ref.update(asked, (count) => count + 1),
        Effect.fail(new RedactionError.RedactionError({ engine: "broken", reason: new RedactionError.Unsettled() }))
      ),
    detect: () => Effect.succeed([])
  })

  it.effect("removes every text if redaction fails", () =>
    Effect.gen(function*() {
      const all = yield* places
      assert.isAbove(yield* Ref.get(asked), 0)
      for (const [place, value] of all) assert.deepStrictEqual(shown(value), [], place)
      const { data } = yield* responded(true)
      assert.isFalse(data.web?.some((result) => "matches" in result))
    }).pipe(Effect.provide(over(failing))))
})

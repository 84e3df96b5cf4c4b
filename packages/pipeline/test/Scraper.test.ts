import { ArtifactStore, CacheError, PageCache, PageStore } from "@dunlin/cache"
import { Fetcher, FetchError, NavigationGuard } from "@dunlin/fetcher"
import { Caller, Pipeline, type ScrapeError, ScrapePipeline, Scraper, type ScrapeState, Stage } from "@dunlin/pipeline"
import { RedactionError, Redactor } from "@dunlin/redaction"
import { RawPage, ScrapeOptions } from "@dunlin/schema"
import { ThreatError, ThreatGuard, UrlClassifier } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { page, services } from "./fixtures.ts"

const url = "https://example.com/one"

const scrape = Effect.fnUntraced(function*(input: ScrapeOptions.ScrapeOptionsInput = {}, caller = Caller.local) {
  const scraper = yield* Scraper.Scraper
  return yield* scraper.scrape({ url, options: ScrapeOptions.make(input), caller })
})

const over = (fetcher: Layer.Layer<Fetcher.Fetcher>) =>
  Scraper.layer.pipe(Layer.provideMerge(Layer.merge(services, fetcher)))

const memory = over(Fetcher.layerMemory({ [url]: page("one") }))

// Counts the pages it serves.
const counting = Effect.gen(function*() {
  const served = yield* Ref.make(0)
  const pages = Fetcher.layerMemory({ [url]: page("one") })
  const layer = Layer.effect(
    Fetcher.Fetcher,
    Effect.map(Fetcher.Fetcher, (inner) =>
      Fetcher.Fetcher.of({
        ...inner,
        fetch: (request) => Effect.tap(inner.fetch(request), () => Ref.update(served, (count) => count + 1))
      }))
  ).pipe(Layer.provide(pages))
  return { served, layer: over(layer) }
})

describe("Scraper", () => {
  it.effect("returns only the requested formats", () =>
    Effect.gen(function*() {
      const { document, usage } = yield* scrape({ formats: ["links", "rawHtml"] })
      assert.deepStrictEqual(Object.keys(document).toSorted(), ["links", "metadata", "rawHtml"])
      assert.deepInclude(document.metadata, {
        sourceURL: url,
        url,
        statusCode: 200,
        contentType: "text/html",
        proxyUsed: "basic",
        cacheState: "miss",
        creditsUsed: 1,
        title: "one",
        language: "en"
      })
      assert.deepInclude(usage, { outcome: "delivered", pdfPages: 0, scanned: 0 })
    }).pipe(Effect.provide(memory)))

  it.effect("reads a page that the caller provides, without network, cache, or address policy", () =>
    Effect.gen(function*() {
      const { layer, served } = yield* counting
      const uploaded = "https://upload.invalid/report.html"
      const given = new RawPage.RawPage({
        sourceUrl: uploaded,
        url: uploaded,
        status: 200,
        headers: {},
        contentType: "text/html",
        body: new TextEncoder().encode("<title>Waders</title><main><h1>Waders</h1><p>Call ann@example.com</p></main>"),
        redirects: [],
        fetchedAt: 0,
        engine: "http",
        proxyUsed: "basic",
        warnings: []
      })
      const policy = { mode: "normal" as const, blacklist: ["*"] }
      const threatProtection = { ...Caller.local.features.threatProtection, enabled: true, policy }
      const caller = { ...Caller.local, features: { ...Caller.local.features, threatProtection } }
      const options = ScrapeOptions.make({ formats: ["markdown"], redactPII: true, lockdown: true })
      const { document, usage } = yield* Effect.provide(
        Scraper.Scraper.use((_) => _.scrape({ url: uploaded, options, caller, page: given })),
        layer
      )
      assert.strictEqual(document.markdown, "# Waders\n\nCall <EMAIL>")
      assert.deepInclude(usage, { outcome: "delivered", scanned: 0 })
      assert.strictEqual(yield* Ref.get(served), 0)
    }))

  it.effect("reads an open page under the policy of its caller, and reports what redaction does not cover", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const opening = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(Fetcher.Fetcher, (inner) =>
          Fetcher.Fetcher.of({
            ...inner,
            open: Effect.fnUntraced(function*({ options, url }) {
              const guard = yield* NavigationGuard.NavigationGuard
              asked.push(url, String(options.profile?.saveChanges))
              const stand = { url, warnings: [] }
              return {
                run: ({ code }) =>
                  guard.check(code).pipe(
                    Effect.mapError((reason) => new FetchError.FetchError({ reason })),
                    Effect.as({ ...stand, value: code, stdout: "", stderr: "", isKilled: false })
                  ),
                act: () =>
                  Effect.succeed({
                    ...stand,
                    results: { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
                  }),
                save: Effect.succeed([])
              }
            })
          }))
      ).pipe(Layer.provide(Fetcher.layerMemory({ [url]: page("one") })))
      const threatProtection = {
        ...Caller.local.features.threatProtection,
        policy: { blacklist: ["blocked.example"] }
      }
      const caller = { ...Caller.local, features: { ...Caller.local.features, threatProtection } }
      const options = ScrapeOptions.make({ redactPII: true, zeroDataRetention: true, profile: { name: "shop" } })
      yield* Effect.gen(function*() {
        const { open } = yield* Scraper.Scraper
        const opened = yield* open!({ url, options, caller, life: "1 minute" })
        assert.match(opened.warnings.join(" "), /redactPII does not apply to the results of calls/)
        assert.deepStrictEqual(asked, [url, "false"])
        assert.strictEqual((yield* opened.run({ code: url, timeout: "1 second" })).value, url)
        const refused = yield* Effect.flip(opened.run({ code: "https://blocked.example/", timeout: "1 second" }))
        assert.include(refused.message, "threat protection policy")
        const blocked = yield* Effect.flip(
          open!({ url: "https://blocked.example/", options, caller, life: "1 minute" })
        )
        assert.strictEqual(blocked.reason._tag, "ThreatBlocked")
      }).pipe(Effect.scoped, Effect.provide(over(opening)))
    }))

  it.effect("returns a replacement page with a warning, and does not charge it", () =>
    Effect.gen(function*() {
      const { document, usage } = yield* scrape({ formats: ["markdown"] })
      assert.include(document.markdown ?? "", "one")
      assert.deepInclude(document.metadata, {
        statusCode: 404,
        error: "the page returned 404 Not Found",
        creditsUsed: 0
      })
      assert.strictEqual(usage.outcome, "failed")
    }).pipe(Effect.provide(over(Fetcher.layerMemory({ [url]: { status: 404, body: page("one") } })))))

  const withoutText = (engine: "http" | "browser") =>
    over(Fetcher.layerMemory({
      [url]: {
        engine,
        engineReason: engine === "http" ? "browser-failed" : "empty",
        body: "<div></div><script></script>"
      }
    }))

  it.effect("charges nothing for a page without text, and reports what was tried", () =>
    Effect.gen(function*() {
      for (
        const [engine, onlyMainContent, warning] of [
          ["http", false, /no readable text without JavaScript/],
          ["http", true, /may require a browser/],
          ["browser", false, /no readable text, even after its scripts ran/],
          ["browser", true, /No main content was found after the page's scripts ran/]
        ] as const
      ) {
        const { document, usage } = yield* Effect.provide(
          scrape({ formats: ["markdown"], onlyMainContent }),
          withoutText(engine)
        )
        assert.strictEqual(usage.outcome, "failed")
        assert.deepInclude(document.metadata, {
          creditsUsed: 0,
          engine,
          engineReason: engine === "http" ? "browser-failed" : "empty"
        })
        assert.match(document.warning!, warning)
      }
      const { usage } = yield* Effect.provide(scrape({ formats: ["markdown", "rawHtml"] }), withoutText("browser"))
      assert.strictEqual(usage.outcome, "delivered")
    }))

  it.effect("does not cache a page that was still busy", () =>
    Effect.gen(function*() {
      const states = []
      for (let time = 0; time < 2; time++) states.push((yield* scrape()).document.metadata?.cacheState)
      assert.deepStrictEqual(states, ["miss", "miss"])
    }).pipe(Effect.provide(over(Fetcher.layerMemory({ [url]: { body: page("one"), isUnfinished: true } })))))

  it.effect("reports what is missing before it reports how the page was read", () =>
    Effect.gen(function*() {
      const inner = yield* Fetcher.Fetcher
      const warned = Layer.succeed(Fetcher.Fetcher, {
        ...inner,
        fetch: (request) =>
          Effect.map(inner.fetch(request), (read) => new RawPage.RawPage({ ...read, warnings: ["read so"] }))
      })
      const { warnings } = yield* Effect.provide(scrape({ formats: ["markdown", "audio"] }), over(warned))
      assert.strictEqual(warnings.at(-1), "read so")
      assert.isAbove(warnings.length, 1)
    }).pipe(Effect.provide(Fetcher.layerMemory({ [url]: page("one") }))))

  it.effect("names the formats that it could not make", () =>
    Effect.gen(function*() {
      const { document, warnings } = yield* scrape({ formats: ["markdown", "audio"] })
      assert.isTrue(warnings.some((warning) => warning.includes("audio")), warnings.join())
      assert.include(document.warning ?? "", "audio")
    }).pipe(Effect.provide(memory)))

  it.effect("returns a page from the cache the second time, and fetches again for maxAge 0", () =>
    Effect.gen(function*() {
      const { layer, served } = yield* counting
      yield* Effect.gen(function*() {
        yield* scrape()
        yield* TestClock.adjust("1 minute")
        const { document } = yield* scrape()
        assert.deepInclude(document.metadata, { cacheState: "hit", cachedAt: "1970-01-01T00:00:00.000Z" })
        assert.strictEqual(yield* Ref.get(served), 1)
        yield* scrape({ maxAge: 0 })
        assert.strictEqual(yield* Ref.get(served), 2)
        yield* scrape({ maxAge: 0, headers: { cookie: "a=b" } })
        assert.strictEqual(yield* Ref.get(served), 3)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("does not return a cached page whose target is blocked now, or fetch it again", () =>
    Effect.gen(function*() {
      const closed = yield* Ref.make(false)
      const fetched = yield* Ref.make(0)
      const pages = Fetcher.layerMemory({ [url]: page("one") })
      const fetcher = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(Fetcher.Fetcher, (inner) =>
          Fetcher.Fetcher.of({
            fetch: (request) => Effect.tap(inner.fetch(request), () => Ref.update(fetched, (count) => count + 1)),
            recheck: () =>
              Effect.flatMap(
                Ref.get(closed),
                (isClosed) => isClosed ? Effect.fail(FetchError.make(new FetchError.EgressBlocked())) : Effect.void
              )
          }))
      ).pipe(Layer.provide(pages))
      yield* Effect.gen(function*() {
        yield* scrape()
        assert.strictEqual((yield* scrape()).document.metadata?.cacheState, "hit")
        yield* Ref.set(closed, true)
        for (const options of [{}, { lockdown: true }, { minAge: 1 }]) {
          assert.strictEqual((yield* Effect.flip(scrape(options))).code, "FORBIDDEN")
        }
        assert.strictEqual(yield* Ref.get(fetched), 1)
      }).pipe(Effect.provide(over(fetcher)))
    }))

  it.effect("reports a page that could not be cached, on that page only", () =>
    Effect.gen(function*() {
      const down = yield* Ref.make(false)
      const memory = PageStore.makeMemory()
      const failing = <A>(effect: Effect.Effect<A, CacheError.CacheError>) =>
        Effect.flatMap(Ref.get(down), (isDown) =>
          isDown
            ? Effect.fail(new CacheError.CacheError({ store: "memory", reason: new CacheError.Unavailable({}) }))
            : effect)
      const cache = PageCache.layerStore({
        ...memory,
        read: (window) => failing(memory.read(window)),
        write: (entry, versions) => failing(memory.write(entry, versions)),
        lease: (key, owner, ttl) => failing(memory.lease(key, owner, ttl))
      })
      const warning = (options: Parameters<typeof scrape>[0] = {}) =>
        Effect.map(scrape(options), ({ document }) => document.warning ?? "")
      yield* Effect.gen(function*() {
        assert.notInclude(yield* warning(), "cache")
        yield* Ref.set(down, true)
        assert.include(yield* warning(), "The page cache is unavailable")
        yield* Ref.set(down, false)
        assert.notInclude(yield* warning(), "cache")
      }).pipe(Effect.provide(Scraper.layer.pipe(
        Layer.provideMerge(Layer.mergeAll(services, cache, Fetcher.layerMemory({ [url]: page("one") })))
      )))
    }))

  it.effect("reports a timeout in one way, whichever part notices it first", () =>
    Effect.gen(function*() {
      const late = Layer.succeed(
        Fetcher.Fetcher,
        Fetcher.Fetcher.of({
          recheck: () => Effect.void,
          fetch: ({ timeout }) =>
            Effect.andThen(
              Effect.sleep(timeout),
              Effect.fail(FetchError.make(new FetchError.Timeout({ phase: "headers" })))
            )
        })
      )
      const never = Layer.succeed(
        Fetcher.Fetcher,
        Fetcher.Fetcher.of({ recheck: () => Effect.void, fetch: () => Effect.never })
      )
      const messages = yield* Effect.forEach([late, never], (fetcher) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(Effect.flip(scrape({ timeout: 2_000 })))
          yield* TestClock.adjust("3 seconds")
          return (yield* Fiber.join(fiber)).message
        }).pipe(Effect.provide(over(fetcher))))
      assert.deepStrictEqual([...new Set(messages)], ["the page timed out after 2000 ms"])
    }))

  it.effect("names the stage that exceeded its timeout", () =>
    Effect.gen(function*() {
      const slow = Stage.promise("slow", () => new Promise<{}>(() => {}), { timeout: "200 millis" })
      const layer = Scraper.layerPipeline(ScrapePipeline.scrape.insertAfter("redact", slow)).pipe(
        Layer.provideMerge(Layer.merge(services, Fetcher.layerMemory({ [url]: page("one") })))
      )
      const fiber = yield* Effect.forkChild(Effect.flip(Effect.provide(scrape({ timeout: 60_000 }), layer)))
      yield* TestClock.adjust("1 second")
      const error = yield* Fiber.join(fiber)
      assert.deepInclude(error.reason, { _tag: "StageTimeout", stage: "slow", milliseconds: 200 })
      assert.strictEqual(error.message, "Stage slow timed out after 200 ms")
      assert.deepInclude(error, { code: "SCRAPE_TIMEOUT", isRetryable: true })
    }))

  it.effect("names the stage that failed, with its error", () =>
    Effect.gen(function*() {
      const kaputt = new Error("kaputt")
      const boom = Stage.promise("boom", async (): Promise<{}> => {
        throw kaputt
      })
      const layer = Scraper.layerPipeline(ScrapePipeline.scrape.insertAfter("redact", boom)).pipe(
        Layer.provideMerge(Layer.merge(services, Fetcher.layerMemory({ [url]: page("one") })))
      )
      const error = yield* Effect.flip(Effect.provide(scrape(), layer))
      assert.deepInclude(error.reason, { _tag: "StageFailed", stage: "boom" })
      assert.strictEqual(error.cause, kaputt)
      assert.strictEqual(error.message, "The stage boom failed")
      assert.strictEqual(error.code, "UNKNOWN_ERROR")
      assert.include(Cause.pretty(Cause.fail(error)), "kaputt")
    }))

  it.effect("shows no credentials of the URL", () =>
    Effect.gen(function*() {
      const scraper = yield* Scraper.Scraper
      const secret = "https://me:hunter2@example.com/one"
      const { document } = yield* scraper.scrape({ url: secret, options: ScrapeOptions.make({}), caller: Caller.local })
      assert.strictEqual(document.metadata?.sourceURL, url)
      assert.notInclude(JSON.stringify(document), "hunter2")
    }).pipe(Effect.provide(over(Fetcher.layerMemory({ "https://me:hunter2@example.com/one": page("one") })))))

  it.effect("warns about a file that could not be stored, and about one that ends with the process", () =>
    Effect.gen(function*() {
      const screenshot = { contentType: "image/png", bytes: new Uint8Array(3) }
      const pictured = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(Fetcher.Fetcher, (inner) =>
          Fetcher.Fetcher.of({
            ...inner,
            fetch: (request) => Effect.map(inner.fetch(request), (page) => new RawPage.RawPage({ ...page, screenshot }))
          }))
      ).pipe(Layer.provide(Fetcher.layerMemory({ [url]: page("one") })))
      const shot = (artifacts: Layer.Layer<ArtifactStore.ArtifactStore>) =>
        scrape({ formats: ["screenshot"] }).pipe(
          Effect.provide(Scraper.layer.pipe(Layer.provide(Layer.mergeAll(services, pictured, artifacts))))
        )
      const full = yield* shot(ArtifactStore.layerMemory({ maxBytes: 2 }))
      assert.isNull(full.document.screenshot)
      assert.deepStrictEqual(full.warnings, ["A file could not be stored and was omitted."])
      const volatile = yield* shot(ArtifactStore.layerMemory())
      assert.include(volatile.warnings.join(" "), "stop working when this process ends")
    }))

  it.effect("saves no profile with zero retention, with a warning", () =>
    Effect.gen(function*() {
      const saved: Array<boolean | undefined> = []
      const layer = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(Fetcher.Fetcher, (inner) =>
          Fetcher.Fetcher.of({
            ...inner,
            fetch: (request) => {
              saved.push(request.options.profile?.saveChanges)
              return inner.fetch(request)
            }
          }))
      ).pipe(Layer.provide(Fetcher.layerMemory({ [url]: page("one") })))
      yield* Effect.gen(function*() {
        const { warnings } = yield* scrape({ zeroDataRetention: true, profile: { name: "me" } })
        assert.deepStrictEqual(warnings, [
          "The profile was loaded but not saved, because nothing is stored for this request."
        ])
        assert.deepStrictEqual((yield* scrape({ profile: { name: "me" } })).warnings, [])
        assert.deepStrictEqual(saved, [false, true])
      }).pipe(Effect.provide(over(layer)))
    }))

  it.effect("never contacts the page for minAge or lockdown", () =>
    Effect.gen(function*() {
      const { layer, served } = yield* counting
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* Effect.flip(scrape({ minAge: 1 }))).code, "SCRAPE_NO_CACHED_DATA")
        assert.strictEqual((yield* Effect.flip(scrape({ lockdown: true }))).code, "SCRAPE_LOCKDOWN_CACHE_MISS")
        assert.strictEqual(yield* Ref.get(served), 0)
        yield* scrape()
        yield* TestClock.adjust("1 second")
        const { usage } = yield* scrape({ lockdown: true })
        assert.deepInclude(usage, { lockdown: true, outcome: "delivered" })
        yield* scrape({ minAge: 1 })
        assert.strictEqual(yield* Ref.get(served), 1)
      }).pipe(Effect.provide(layer))
    }))

  it.effect("stores nothing of a request with zero retention", () =>
    Effect.gen(function*() {
      yield* scrape({ zeroDataRetention: true })
      const cache = yield* PageCache.PageCache
      assert.deepStrictEqual(yield* cache.list(), [])
    }).pipe(Effect.provide(memory)))

  const withText = (text: string) =>
    Fetcher.layerMemory({ [url]: `<title>Call Ann</title><main><h1>Team</h1><p>${text}</p></main>` })

  it.effect("redacts the text, and warns about formats that redaction does not cover", () =>
    Effect.gen(function*() {
      const { document, usage, warnings } = yield* scrape({
        formats: ["markdown", "html"],
        redactPII: { mode: "fast", entities: ["EMAIL"] }
      })
      assert.include(document.markdown ?? "", "<EMAIL>")
      assert.notInclude(document.markdown ?? "", "ann@example.com")
      assert.isTrue(warnings.some((warning) => warning.includes("html")))
      assert.deepStrictEqual(usage.surcharges, ["redactPII"])
    }).pipe(Effect.provide(over(withText("Write to ann@example.com about the meeting on the first of May.")))))

  it.effect("removes the text if redaction fails", () =>
    Effect.gen(function*() {
      const { document, text, usage } = yield* scrape({ redactPII: true })
      assert.isNull(document.markdown)
      assert.isUndefined(text)
      assert.isUndefined(document.metadata?.title)
      assert.deepInclude(document.metadata, { errorCode: "SCRAPE_REDACTION_FAILED" })
      assert.deepStrictEqual(usage.surcharges, [])
    }).pipe(Effect.provide(Scraper.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(
        services,
        withText("secret"),
        Layer.succeed(Redactor.Redactor, {
          redact: () =>
            Effect.fail(
              new RedactionError.RedactionError({ engine: "broken", reason: new RedactionError.Unsettled() })
            ),
          detect: () => Effect.succeed([])
        })
      ))
    ))))

  const blocking: Caller.Caller = {
    ...Caller.local,
    features: {
      ...Caller.local.features,
      threatProtection: { ...Caller.local.features.threatProtection, policy: { blacklist: ["example.com"] } }
    }
  }

  it.effect("rejects what the threat policy blocks, and checks every redirect", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(scrape({}, blocking))
      assert.strictEqual(error.code, "unsafe_domain_blocked")
    }).pipe(Effect.provide(memory)))

  it.effect("reports a missing scanner when scans are requested", () =>
    Effect.gen(function*() {
      const { warnings } = yield* scrape({ threatProtection: { mode: "normal" } })
      assert.deepStrictEqual(warnings, ["No URL scanner is configured; threatProtection applied only its lists."])
    }).pipe(Effect.provide(memory)))

  it.effect("blocks every page of a closed policy without a scanner, and warns under an open one", () =>
    Effect.gen(function*() {
      const protectedBy = (policy: Caller.Features["threatProtection"]["policy"]): Caller.Caller => ({
        ...Caller.local,
        features: {
          ...Caller.local.features,
          threatProtection: { enabled: true, enforced: true, allowOverrides: true, policy }
        }
      })
      const error = yield* Effect.flip(scrape({}, protectedBy({ failurePolicy: "closed" })))
      assert.strictEqual(error.code, "unsafe_domain_blocked")
      assert.include(error.message, "no URL scanner returned a result")
      const open = yield* scrape({}, protectedBy({ failurePolicy: "open" }))
      assert.deepStrictEqual(open.warnings, [
        "No URL scanner is configured; threatProtection applied only its lists."
      ])
      const off = yield* scrape({}, protectedBy({ mode: "off", failurePolicy: "closed" }))
      assert.deepStrictEqual(off.warnings, [])
      const override = yield* Effect.flip(scrape({ threatProtection: { failurePolicy: "closed" } }))
      assert.strictEqual(override.code, "unsafe_domain_blocked")
    }).pipe(Effect.provide(memory)))

  it.effect("warns if a scanner did not respond and an open policy allows the page", () =>
    Effect.gen(function*() {
      const { warnings } = yield* scrape({ threatProtection: { mode: "normal" } })
      assert.lengthOf(warnings, 1)
      assert.include(warnings[0] ?? "", "returned no result for 1 URL")
    }).pipe(Effect.provide(Scraper.layer.pipe(
      Layer.provide(Layer.mergeAll(
        services,
        Fetcher.layerMemory({ [url]: page("one") }),
        ThreatGuard.layer().pipe(Layer.provide(Layer.succeed(
          UrlClassifier.UrlClassifier,
          UrlClassifier.make({
            name: "down",
            classify: () =>
              Effect.fail(new ThreatError.ThreatError({ classifier: "down", reason: new ThreatError.Unavailable({}) }))
          })
        )))
      ))
    ))))

  it.effect("warns that threat protection has no effect if it is off", () =>
    Effect.gen(function*() {
      const { warnings } = yield* scrape({ threatProtection: { mode: "normal" } })
      assert.deepStrictEqual(warnings, ["Threat protection is not configured; threatProtection had no effect."])
    }).pipe(Effect.provide(Scraper.layer.pipe(
      Layer.provide(Layer.mergeAll(services, Fetcher.layerMemory({ [url]: page("one") }), ThreatGuard.layerNoop))
    ))))

  it.effect("checks this team's policy for the redirects of a shared fetch", () =>
    Effect.gen(function*() {
      yield* scrape()
      yield* TestClock.adjust("1 second")
      const team: Caller.Caller = {
        ...Caller.local,
        features: {
          ...Caller.local.features,
          threatProtection: { ...Caller.local.features.threatProtection, policy: { blacklist: ["evil.example"] } }
        }
      }
      const error = yield* Effect.flip(scrape({}, team))
      assert.strictEqual(error.code, "unsafe_domain_blocked")
      assert.strictEqual((yield* scrape()).document.metadata?.cacheState, "hit")
    }).pipe(Effect.provide(over(Fetcher.layerMemory({
      [url]: { body: page("one"), redirects: [{ url: "https://evil.example/hop", status: 302 }] }
    })))))

  /** What a crawler allows, for example. */
  const refusing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, NavigationGuard.NavigationGuard, {
      check: (hop) =>
        hop.startsWith("https://example.com/")
          ? Effect.void
          : Effect.fail(new FetchError.NavigationRefused({ detail: "outside" }))
    })
  const isRefused = (error: ScrapeError.ScrapeError) =>
    error.reason._tag === "FetchFailed" && error.reason.error.reason._tag === "NavigationRefused"

  it.effect("checks the caller's guard for the redirects of a cached page", () =>
    Effect.gen(function*() {
      yield* scrape()
      yield* TestClock.adjust("1 second")
      assert.isTrue(isRefused(yield* Effect.flip(refusing(scrape()))))
      assert.strictEqual((yield* scrape()).document.metadata?.cacheState, "hit")
    }).pipe(Effect.provide(over(Fetcher.layerMemory({
      [url]: { body: page("one"), redirects: [{ url: "https://elsewhere.example/hop", status: 302 }] }
    })))))

  it.effect("reads a page although the first of its callers rejects a redirect", () =>
    Effect.gen(function*() {
      const answers = yield* Deferred.make<void>()
      const redirected = Layer.effect(
        Fetcher.Fetcher,
        Effect.map(Fetcher.Fetcher, (inner) =>
          Fetcher.Fetcher.of({
            ...inner,
            fetch: Effect.fnUntraced(function*(request) {
              yield* Deferred.await(answers)
              const guard = yield* NavigationGuard.NavigationGuard
              yield* Effect.mapError(guard.check("https://elsewhere.example/hop"), FetchError.make)
              return yield* inner.fetch(request)
            })
          }))
      ).pipe(Layer.provide(Fetcher.layerMemory({ [url]: page("one") })))
      yield* Effect.gen(function*() {
        const refused = yield* Effect.forkChild(Effect.flip(refusing(scrape())))
        yield* TestClock.adjust(1)
        const read = yield* Effect.forkChild(scrape())
        yield* TestClock.adjust(1)
        yield* Deferred.succeed(answers, undefined)
        assert.isTrue(isRefused(yield* Fiber.join(refused)))
        assert.strictEqual((yield* Fiber.join(read)).document.metadata?.title, "one")
      }).pipe(Effect.provide(over(redirected)))
    }))

  it.effect("stops at its timeout, and interrupts the fetch", () =>
    Effect.gen(function*() {
      const interrupted = yield* Ref.make(false)
      const hanging = Layer.succeed(Fetcher.Fetcher, {
        recheck: () => Effect.void,
        fetch: () => Effect.onInterrupt(Effect.never, () => Ref.set(interrupted, true))
      })
      const fiber = yield* Effect.flip(scrape({ timeout: 1000 })).pipe(Effect.provide(over(hanging)), Effect.forkChild)
      yield* TestClock.adjust("1 second")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error.code, "SCRAPE_TIMEOUT")
      assert.isTrue(yield* Ref.get(interrupted))
    }))

  it.effect.each(
    [
      [new FetchError.DnsError({ temporary: false }), "SCRAPE_DNS_RESOLUTION_ERROR"],
      [new FetchError.TlsError({}), "SCRAPE_SSL_ERROR"],
      [new FetchError.Timeout({ phase: "body" }), "SCRAPE_TIMEOUT"],
      [new FetchError.ActionError({ index: 0, type: "click", detail: "no match" }), "SCRAPE_ACTION_ERROR"],
      [new FetchError.EgressBlocked({}), "FORBIDDEN"]
    ] as const
  )("has a code for the failure %s", ([reason, code]) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(scrape())
      assert.strictEqual(error.code, code)
    }).pipe(Effect.provide(over(Layer.succeed(Fetcher.Fetcher, {
      recheck: () => Effect.void,
      fetch: () => Effect.fail(FetchError.make(reason))
    })))))

  it.effect("runs a custom stage between its stages", () =>
    Effect.gen(function*() {
      const shout = Stage.make("shout", ({ document }: Pick<ScrapeState.Transformed, "document">) =>
        Effect.succeed({ document: { ...document, markdown: document.markdown?.toUpperCase() ?? null } }))
      const layer = Scraper.layerPipeline(ScrapePipeline.scrape.pipe(Pipeline.insertAfter("transform", shout)))
      const { document } = yield* Effect.provide(
        scrape(),
        layer.pipe(Layer.provide(Layer.merge(services, Fetcher.layerMemory({ [url]: page("one") }))))
      )
      assert.include(document.markdown ?? "", "# ONE")
    }))

  it("does not compile without a stage that others need", () => {
    const broken = ScrapePipeline.scrape.pipe(Pipeline.without("load"))
    // @ts-expect-error `transform` lacks `page`
    const layer = () => Scraper.layerPipeline(broken)
    const unfinished = ScrapePipeline.scrape.pipe(Pipeline.without("finish"))
    // @ts-expect-error nothing provides `scraped`
    const other = () => Scraper.layerPipeline(unfinished)
    assert.isFunction(layer)
    assert.isFunction(other)
  })
})

import { EgressGuard, Fetcher, FetchError, HttpFetcher, Politeness, UserAgent } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { withChromium } from "./Chromium.ts"
import { answer, type Handler, html, serve } from "./FaultServer.ts"

type Engine = Fetcher.Fetcher["Service"]

/** An engine that answers with `outcome` and remembers how often it was asked. */
const engine = (outcome: string | FetchError.Reason) => {
  const asked: Array<Fetcher.FetchRequest> = []
  const service: Engine = {
    recheck: () => Effect.void,
    fetch: (request) => {
      asked.push(request)
      return typeof outcome === "string"
        ? Effect.flatMap(Fetcher.Fetcher, (fetcher) => fetcher.fetch(request)).pipe(
          Effect.provide(Fetcher.layerMemory({ [request.url]: outcome }))
        )
        : Effect.fail(FetchError.make(outcome))
    }
  }
  return { asked, service }
}

const url = "https://example.com/"
const article = html("Words that somebody wrote. ".repeat(20))
const shell =
  "<html><head><title>App</title></head><body><div id=root></div><noscript>Enable JavaScript</noscript><script src=/app.js></script></body></html>"

const join = (
  http: ReturnType<typeof engine>,
  browser: ReturnType<typeof engine>,
  request: Partial<Fetcher.FetchRequest> = {}
) =>
  Fetcher.make({ http: http.service, browser: browser.service }).fetch({
    url,
    timeout: "10 seconds",
    options: defaultOptions,
    ...request
  })

const textOf = (page: { readonly body: Uint8Array }) => new TextDecoder().decode(page.body)

describe("both engines", () => {
  it.effect("a page with text of its own needs no browser", () =>
    Effect.gen(function*() {
      const http = engine(article)
      const browser = engine("browser")
      assert.include(textOf(yield* join(http, browser)), "somebody wrote")
      assert.lengthOf(browser.asked, 0)
    }))

  const short = (script: string) => html(`<h2>Opening hours</h2><p>Monday to Friday.</p><p>Closed today.</p>${script}`)

  it.effect.each([
    `<script type="application/ld+json">{"@type":"Store"}</script>`,
    `<script id=data type=application/json>{}</script>`,
    `<script type='text/template'><b>{{ name }}</b></script>`,
    `<script type="importmap">{}</script><script type=" speculationrules ">{}</script>`
  ])("a short page with data blocks alone needs no browser: %s", (script) =>
    Effect.gen(function*() {
      const browser = noBrowser()
      const page = yield* join(engine(short(script)), browser)
      assert.deepStrictEqual([browser.asked.length, page.warnings], [0, []])
    }))

  it.effect.each([
    "<script>fill()</script>",
    `<script type="" src=/app.js></script>`,
    `<script type=module src=/app.js></script>`,
    `<script data-type="text/plain" src="/app.js" type="Text/JavaScript"></script>`,
    `<script type="application/ld+json">{}</script><script type=application/x-javascript src=/app.js></script>`
  ])("a short page with a script that runs is rendered: %s", (script) =>
    Effect.gen(function*() {
      const browser = engine("browser")
      assert.strictEqual(textOf(yield* join(engine(short(script)), browser)), "browser")
    }))

  const noBrowser = () => engine(new FetchError.BrowserUnavailable({ detail: "npm install playwright-core" }))

  it.effect("formats that need a missing browser are named, and the others delivered", () =>
    Effect.gen(function*() {
      const formats = [{ type: "markdown" }, { type: "branding" }, { type: "screenshot", fullPage: false }] as const
      const page = yield* join(engine(article), noBrowser(), {
        options: { ...defaultOptions, formats: [...formats] },
        needs: { computedStyles: true }
      })
      assert.include(textOf(page), "somebody wrote")
      assert.deepStrictEqual(page.warnings, [
        "These formats need a browser and are left out: branding, screenshot (npm install playwright-core)."
      ])
    }))

  it.effect("a request that is nothing without the browser fails without it", () =>
    Effect.gen(function*() {
      const shot = { type: "screenshot", fullPage: false } as const
      const options = [
        { ...defaultOptions, formats: [shot] },
        { ...defaultOptions, formats: [{ type: "markdown" } as const, shot], waitFor: 1 }
      ]
      for (const one of options) {
        const error = yield* Effect.flip(join(engine(article), noBrowser(), { options: one }))
        assert.strictEqual(error.reason._tag, "BrowserUnavailable")
      }
    }))

  const needs: Record<string, Partial<Fetcher.FetchRequest>> = {
    actions: { options: { ...defaultOptions, actions: [{ type: "scrape" }] } },
    mobile: { options: { ...defaultOptions, mobile: true } },
    waitFor: { options: { ...defaultOptions, waitFor: 1 } },
    screenshot: { options: { ...defaultOptions, formats: [{ type: "screenshot", fullPage: false }] } },
    profile: { options: { ...defaultOptions, profile: { name: "a", saveChanges: false } } },
    computedStyles: { needs: { computedStyles: true } },
    browser: { needs: { browser: true } }
  }
  for (const [name, request] of Object.entries(needs)) {
    it.effect(`${name} goes to the browser at once`, () =>
      Effect.gen(function*() {
        const http = engine(article)
        assert.strictEqual(textOf(yield* join(http, engine("browser"), request)), "browser")
        assert.lengthOf(http.asked, 0)
      }))
  }

  it.effect("an empty shell is rendered; without a browser it stands, with a warning", () =>
    Effect.gen(function*() {
      assert.strictEqual(textOf(yield* join(engine(shell), engine("rendered"))), "rendered")
      const page = yield* join(engine(shell), engine(new FetchError.BrowserUnavailable({ detail: "none" })))
      assert.strictEqual(textOf(page), shell)
      assert.match(page.warnings.join(), /BrowserUnavailable/)
    }))

  it.effect("short pages without scripts, and long ones with them, are no shells", () =>
    Effect.gen(function*() {
      for (
        const body of ["<p>short</p>", `${article}<script src=a.js></script>`, "", "<!-- <script> --><p>x</p>", "<"]
      ) {
        assert.strictEqual(textOf(yield* join(engine(body), engine("browser"))), body)
      }
    }))

  it.effect("what only the other engine can do goes there", () =>
    Effect.gen(function*() {
      assert.strictEqual(textOf(yield* join(engine(new FetchError.ProtocolError({})), engine("browser"))), "browser")
      const file = yield* join(engine("bytes"), engine(new FetchError.ProtocolError({})), { needs: { browser: true } })
      assert.strictEqual(textOf(file), "bytes")
      assert.lengthOf(file.warnings, 1)
      const dns = new FetchError.DnsError({ temporary: false })
      const browser = engine("browser")
      assert.strictEqual((yield* Effect.flip(join(engine(dns), browser))).reason._tag, "DnsError")
      assert.lengthOf(browser.asked, 0)
    }))

  withChromium("for real", () => {
    it.live("renders a shell", () =>
      Effect.gen(function*() {
        const server = yield* serve({
          app: (socket) => socket.end(answer(200, {}, "<body><div id=root></div><script src=/app.js></script></body>")),
          "app.js": (socket) =>
            socket.end(answer(200, { "content-type": "text/javascript" }, "root.innerHTML = '<p>made by a script</p>'"))
        })
        const page = yield* Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
          fetcher.fetch({ url: `${server.origin}/app`, timeout: "10 minutes", options: defaultOptions })).pipe(
            Effect.provide(Fetcher.layer().pipe(Layer.provide(EgressGuard.layer({ allow: [server.target] }))))
          )
        assert.strictEqual(page.engine, "browser")
        assert.include(textOf(page), "<p>made by a script</p>")
      }).pipe(Effect.scoped))
  })
})

describe("Politeness", () => {
  const polite = (pages: Record<string, Fetcher.MemoryPage>, options: Politeness.Options) => {
    const starts: Array<string> = []
    const inner = Layer.effect(
      Fetcher.Fetcher,
      Effect.map(Fetcher.Fetcher, (fetcher) => ({
        ...fetcher,
        fetch: (request: Fetcher.FetchRequest) => {
          starts.push(request.url)
          return fetcher.fetch(request)
        }
      }))
    ).pipe(Layer.provide(Fetcher.layerMemory(pages)))
    return { starts, layer: Politeness.polite(options)(inner) }
  }
  const get = (url: string) =>
    Effect.flatMap(Fetcher.Fetcher, (fetcher) => fetcher.fetch({ url, timeout: "10 seconds", options: defaultOptions }))

  it.effect("obeys robots.txt of each origin, read once", () => {
    const { layer, starts } = polite({
      "https://a.example/robots.txt": "User-agent: DunlinBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /",
      "https://a.example/open": "open",
      "https://a.example/private/x": "closed",
      "https://b.example/robots.txt": { status: 404, body: "" },
      "https://b.example/x": "free",
      "https://c.example/robots.txt": { status: 500, body: "" },
      "https://c.example/x": "unknown"
    }, { agent: "DunlinBot", delay: 0 })
    return Effect.gen(function*() {
      assert.strictEqual(textOf(yield* get("https://a.example/open")), "open")
      assert.strictEqual((yield* Effect.flip(get("https://a.example/private/x"))).reason._tag, "RobotsDisallowed")
      assert.strictEqual(textOf(yield* get("https://b.example/x")), "free")
      const { reason } = yield* Effect.flip(get("https://c.example/x"))
      assert.strictEqual(reason._tag, "RobotsDisallowed")
      assert.strictEqual(reason.message, "the robots.txt of the site cannot be read: it answered 500")
      // A host that cannot be reached has said nothing about its pages.
      assert.strictEqual((yield* Effect.flip(get("https://none.example/x"))).reason._tag, "ConnectError")
      assert.strictEqual(starts.filter((url) => url === "https://a.example/robots.txt").length, 1)
      assert.notInclude(starts, "https://a.example/private/x")
    }).pipe(Effect.provide(layer))
  })

  it.live("says the name that it reads robots.txt for, unless it was given another", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const note: Handler = (socket, { headers, path }) => {
        seen.push(`${path} ${headers.get("user-agent")}`)
        socket.end(answer(200, {}, path === "robots.txt" ? "" : "text"))
      }
      const server = yield* serve({ "robots.txt": note, page: note })
      const ask = (headers: Record<string, string>) =>
        Effect.gen(function*() {
          seen.length = 0
          const fetcher = yield* Fetcher.Fetcher
          const options = { ...defaultOptions, headers }
          yield* fetcher.fetch({ url: `${server.origin}/page`, timeout: "5 seconds", options })
          return seen
        }).pipe(
          Effect.provide(Politeness.polite({ agent: "DunlinBot", delay: 0 })(HttpFetcher.layer())),
          Effect.provide(EgressGuard.layer({ allow: [server.target] }))
        )
      const name = "Mozilla/5.0 (compatible; DunlinBot)"
      assert.deepStrictEqual(yield* ask({}), [`robots.txt ${name}`, `page ${name}`])
      assert.deepStrictEqual(yield* ask({ "User-Agent": "mine" }), [`robots.txt ${name}`, "page mine"])
      const other = Effect.provideService(ask({}), UserAgent.UserAgent, "AcmeBot/2")
      assert.deepStrictEqual(yield* other, ["robots.txt AcmeBot/2", "page AcmeBot/2"])
    }).pipe(Effect.scoped))

  it("knows the name that robots.txt has for a user agent", () => {
    const names = [
      ["AcmeBot", "AcmeBot"],
      ["AcmeBot/1.0 (+https://acme.example/bot)", "AcmeBot"],
      ["Mozilla/5.0 (compatible; Acme-Bot/2.0; +https://acme.example)", "Acme-Bot"],
      [UserAgent.ofAgent("DunlinBot"), "DunlinBot"],
      [HttpFetcher.defaultUserAgent, undefined],
      ["", undefined]
    ] as const
    for (const [userAgent, name] of names) assert.strictEqual(UserAgent.agentOf(userAgent), name, userAgent)
  })

  it.effect("leaves time between requests to one host, and only there", () => {
    const { layer, starts } = polite(
      { "https://a.example/1": "1", "https://a.example/2": "2", "https://b.example/1": "1" },
      { agent: "x", robots: false, delay: "1 minute" }
    )
    return Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(
        Effect.all([get("https://a.example/1"), get("https://a.example/2"), get("https://b.example/1")], {
          concurrency: 3
        })
      )
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(starts.toSorted(), ["https://a.example/1", "https://b.example/1"])
      yield* TestClock.adjust("1 second")
      assert.lengthOf(yield* Fiber.join(fiber), 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("tells the rules of a site, and takes a turn back that was not used", () =>
    Effect.gen(function*() {
      const fetcher = yield* Fetcher.Fetcher
      const manners = Politeness.manners(fetcher, { agent: "DunlinBot", delay: "1 second" })
      const url = "https://a.example/x"
      const { allows, delay, sitemaps, unreadable } = yield* manners.rulesOf({
        url,
        timeout: "10 seconds",
        options: defaultOptions
      })
      assert.deepStrictEqual([allows(url), allows("https://a.example/no"), delay, unreadable], [
        true,
        false,
        5000,
        undefined
      ])
      assert.deepStrictEqual(sitemaps, ["https://a.example/map.xml", "https://cdn.example/b.xml"])
      yield* manners.takeTurn(url)
      yield* manners.returnTurn(url)
      yield* manners.takeTurn(url)
      const fiber = yield* Effect.forkChild(manners.takeTurn(url))
      yield* TestClock.adjust("4 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(Fetcher.layerMemory({
      "https://a.example/robots.txt":
        "User-agent: *\nDisallow: /no\nCrawl-delay: 5\nSitemap: /map.xml\nSitemap: https://cdn.example/b.xml\nSitemap: ftp://x"
    }))))
})

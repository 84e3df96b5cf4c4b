import { EngineMemory, Fetcher, FetchError, HttpFetcher, Politeness, UserAgent } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { RawPage } from "@dunlin/schema/RawPage"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { opened, withChromium } from "./Chromium.ts"
import { answer, type Handler, html, serve } from "./FaultServer.ts"

type Engine = Fetcher.Fetcher["Service"]

/** An engine that answers with `outcome` and remembers how often it was asked. */
const engine = (outcome: string | (() => string) | FetchError.Reason, status = 200) => {
  const asked: Array<Fetcher.FetchRequest> = []
  const service: Engine = {
    recheck: () => Effect.void,
    fetch: (request) => {
      asked.push(request)
      const body = typeof outcome === "function" ? outcome() : outcome
      return typeof body === "string"
        ? Effect.flatMap(Fetcher.Fetcher, (fetcher) => fetcher.fetch(request)).pipe(
          Effect.provide(Fetcher.layerMemory({ [request.url]: { body, status } }))
        )
        : Effect.fail(FetchError.make(body))
    }
  }
  return { asked, service }
}

/** The same engine as one whose pages say that a browser read them. */
const inBrowser = ({ service }: ReturnType<typeof engine>): Engine => ({
  ...service,
  fetch: (request) => Effect.map(service.fetch(request), (page) => new RawPage({ ...page, engine: "browser" }))
})

const url = "https://example.com/"
const article = html("Words that somebody wrote. ".repeat(20))
const shell =
  "<html><head><title>App</title></head><body><div id=root></div><noscript>Enable JavaScript</noscript><script src=/app.js></script></body></html>"

const join = (
  http: ReturnType<typeof engine>,
  browser: ReturnType<typeof engine>,
  request: Partial<Fetcher.FetchRequest> = {}
) =>
  Fetcher.make({ http: http.service, browser: inBrowser(browser) }).fetch({
    url,
    timeout: "10 seconds",
    options: defaultOptions,
    ...request
  })

const textOf = (page: { readonly body: Uint8Array }) => new TextDecoder().decode(page.body)

describe("both engines", () => {
  it.effect("a page with text needs no browser", () =>
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
  ])("a short page with only data blocks needs no browser: %s", (script) =>
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
  ])("a short page with an executable script is rendered: %s", (script) =>
    Effect.gen(function*() {
      const browser = engine("browser")
      assert.strictEqual(textOf(yield* join(engine(short(script)), browser)), "browser")
    }))

  const noBrowser = () => engine(new FetchError.BrowserUnavailable({ detail: "npm install playwright-core" }))

  it.effect("formats that need a missing browser are named, and the others returned", () =>
    Effect.gen(function*() {
      const formats = [{ type: "markdown" }, { type: "branding" }, { type: "screenshot", fullPage: false }] as const
      const page = yield* join(engine(article), noBrowser(), {
        options: { ...defaultOptions, formats: [...formats] },
        needs: { computedStyles: true }
      })
      assert.include(textOf(page), "somebody wrote")
      assert.deepStrictEqual(page.warnings, [
        "These formats require a browser and were omitted: branding, screenshot (npm install playwright-core)."
      ])
    }))

  it.effect("a request that needs the browser fails without it", () =>
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
    it.effect(`${name} uses the browser immediately`, () =>
      Effect.gen(function*() {
        const http = engine(article)
        assert.strictEqual(textOf(yield* join(http, engine("browser"), request)), "browser")
        assert.lengthOf(http.asked, 0)
      }))
  }

  it.effect("an empty shell is rendered; without a browser it is returned with a warning", () =>
    Effect.gen(function*() {
      assert.strictEqual(textOf(yield* join(engine(shell), engine("rendered"))), "rendered")
      const page = yield* join(engine(shell), engine(new FetchError.BrowserUnavailable({ detail: "none" })))
      assert.strictEqual(textOf(page), shell)
      assert.match(page.warnings.join(), /BrowserUnavailable/)
    }))

  it.effect("short pages without scripts, and long ones with them, are not shells", () =>
    Effect.gen(function*() {
      for (
        const body of ["<p>short</p>", `${article}<script src=a.js></script>`, "", "<!-- <script> --><p>x</p>", "<"]
      ) {
        assert.strictEqual(textOf(yield* join(engine(body), engine("browser"))), body)
      }
    }))

  const furniture = `<header>Waders</header><nav>${"<a href=/x>A link of the menu</a>".repeat(20)}</nav>`
  const footer = `<footer>${"Terms, imprint and contact. ".repeat(20)}</footer>`
  const words = "Words that somebody wrote about waders. ".repeat(12)

  it.effect.each<[string, string, string, number?]>([
    ["empty", "menu and footer alone", `${furniture}<div id=x></div>${footer}<script src=a.js></script>`],
    ["placeholder", "an empty root", `${furniture}<p>${words}</p><div id="root"></div><script src=a.js></script>`],
    ["placeholder", "marks of a template", `<p>${words} {{ name }} costs {{ price }}</p><script src=a.js></script>`],
    ["placeholder", "a skeleton", `<main>${words}<div class="card skeleton"></div></main><script src=a.js></script>`],
    ["placeholder", "a note that it loads", `<main>${words}<p>Loading the list…</p></main><script src=a.js></script>`],
    [
      "placeholder",
      "a part of htmx",
      `<main>${words}<div hx-get=/x hx-trigger="load"></div></main><script src=a.js></script>`
    ],
    [
      "script-required",
      "a request for JavaScript",
      `<p>${words} Please enable JavaScript to go on.</p><script src=a.js></script>`
    ],
    [
      "navigation",
      "a script that opens a page",
      `<p>One moment</p><script>setTimeout(() => { location = "/next" }, 900)</script>`
    ],
    [
      "navigation",
      "a cookie and a reload",
      `<p>${words}</p><script>document.cookie = "a=1"; location.reload()</script>`
    ],
    [
      "parts",
      "a declared root with a style sheet in a file",
      `<p>${words}</p><x-y><template shadowrootmode=open><link rel=stylesheet href=/a.css></template></x-y>`
    ],
    [
      "parts",
      "a source document with scripts",
      `<p>${words}</p><iframe srcdoc="&lt;script&gt;show()&lt;/script&gt;"></iframe>`
    ],
    [
      "parts",
      "more source documents than are read",
      `<p>${words}</p>${`<iframe srcdoc="<p>text</p>"></iframe>`.repeat(21)}`
    ],
    ["parts", "a page of its site in a frame", `<p>${words}</p><iframe src="/prices" width=600 height=400></iframe>`],
    [
      "parts",
      "elements that scripts fill",
      `<p>${words}</p><x-y>a</x-y><script>customElements.define("x-y", class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "b" } })</script>`
    ],
    [
      "parts",
      "elements that scripts define",
      `<p>${words}</p><x-y></x-y><script>setTimeout(() => customElements.define("x-y", Late), 500)</script>`
    ],
    [
      "placeholder",
      "a worker whose text a script shows",
      `<p>${words}</p><p id=a></p><script>new Worker("/w.js").onmessage = ({ data }) => { a.textContent = data }</script>`
    ],
    ["parts", "a frameset", `<frameset><frame src=/a></frameset>`],
    ["parts", "a page that is a frame", `<p>Portal</p><iframe src="/inner"></iframe>`],
    ["challenge", "a gate", `<p>${words}</p><script>document.cookie = "a=1"; location.reload()</script>`, 503],
    ["challenge", "a challenge", `<p>Checking your browser</p><script src=a.js></script>`, 403]
  ])("%s: %s needs a browser", ([reason, , body, status = 200]) =>
    Effect.gen(function*() {
      const page = yield* join(engine(body, status), engine(html(words + article)))
      assert.deepStrictEqual([page.engine, page.engineReason], ["browser", reason])
    }))

  it.effect.each<[string, string, number?]>([
    ["a text between menu and footer", `${furniture}<main><p>${words}</p></main>${footer}<script src=a.js></script>`],
    ["a header inside of an article", `<article><header>${words}</header></article><script src=a.js></script>`],
    ["a menu that nobody closed", `<nav><a href=/x>x</a><p>${words}</p><script src=a.js></script>`],
    ["a long text about templates", `<p>${words.repeat(9)}{{ a }} {{ b }}</p><script src=a.js></script>`],
    ["a frame of its site that nobody sees", `<p>${words}</p><iframe src="/a" width="1" height="1"></iframe>`],
    [
      "a frame for readers without scripts",
      `<p>${words}</p><noscript><iframe src=/menu></iframe></noscript><script src=a.js></script>`
    ],
    ["a menu that scripts fill", `<div id="main-nav"></div><p>${words}</p><script src=a.js></script>`],
    ["a hidden frame of its site", `<p>${words}</p><iframe src=/a style="display:none"></iframe>`],
    ["a page with a map in a frame", `<p>${words}</p><iframe src="https://maps.example/"></iframe>`],
    [
      "a declared root",
      `<x-y><template shadowrootmode=open><p>${words}</p></template></x-y><script src=a.js></script>`
    ],
    ["a source document", `<p>Hours</p><iframe srcdoc="<p>${words}</p>"></iframe><script src=a.js></script>`],
    [
      "a source document with escaped marks",
      `<p>Hours</p><iframe srcdoc="&lt;p&gt;${words}&lt;/p&gt;"></iframe><script src=a.js></script>`
    ],
    ["an error page", "<p>Not found</p><script src=a.js></script>", 404],
    ["a refusal", "<p>Forbidden</p><script src=a.js></script>", 403]
  ])("%s needs no browser", ([, body, status = 200]) =>
    Effect.gen(function*() {
      const page = yield* join(engine(body, status), engine(article))
      assert.deepStrictEqual([page.engine, page.engineReason], ["http", "sufficient"])
    }))

  const many = (http: string, browser: string | (() => string), memory?: EngineMemory.EngineMemory["Service"]) => {
    const engines = { http: engine(http), browser: engine(browser) }
    const fetcher = Fetcher.make({ http: engines.http.service, browser: inBrowser(engines.browser), memory })
    const get = (path: string, headers = {}) =>
      fetcher.fetch({ url: url + path, timeout: "10 seconds", options: { ...defaultOptions, headers } })
    return { ...engines, get }
  }

  it.effect("a URL pattern that needed the browser is rendered immediately, and sometimes compared", () =>
    Effect.gen(function*() {
      const { get, http } = many(shell, article)
      const reasons = []
      for (let page = 1; page <= 12; page++) reasons.push((yield* get(`post/${page}`)).engineReason)
      assert.deepStrictEqual(reasons, ["placeholder", ...Array(8).fill("learned"), "placeholder", "learned", "learned"])
      assert.lengthOf(http.asked, 2)
      assert.strictEqual((yield* get("about")).engineReason, "placeholder")
    }))

  it.effect("a URL pattern with incomplete pages is detected by comparison", () =>
    Effect.gen(function*() {
      const late = html(`${words}${Array.from({ length: 60 }, (_, at) => `comment${at} `).join("")}`)
      const { get } = many(html(`${words}<script src=a.js></script>`), late)
      const reasons = []
      for (let page = 1; page <= 12; page++) reasons.push((yield* get(`post/${page}`)).engineReason)
      assert.deepStrictEqual(reasons, [...Array(9).fill("sufficient"), "compared", "learned", "learned"])
    }))

  it.effect("a URL pattern without benefit from rendering is no longer rendered", () =>
    Effect.gen(function*() {
      const { browser, get } = many(short("<script src=a.js></script>"), short(""))
      for (let page = 1; page <= 9; page++) yield* get(`hours/${page}`)
      assert.lengthOf(browser.asked, 3)
    }))

  it.effect("equal comparisons become rarer, and a change makes them frequent again", () =>
    Effect.gen(function*() {
      const late = html(`${words}${Array.from({ length: 60 }, (_, at) => `comment${at} `).join("")}`)
      let isLate = false
      const whole = html(`${words}<script src=a.js></script>`)
      const { browser, get } = many(whole, () => isLate ? late : whole)
      const comparedUpTo = Effect.fnUntraced(function*(from: number, to: number) {
        const compared: Array<number> = []
        for (let page = from; page <= to; page++) {
          const before = browser.asked.length
          const { engineReason } = yield* get(`post/${page}`)
          if (browser.asked.length > before && engineReason === "compared") compared.push(page)
        }
        return compared
      })
      assert.deepStrictEqual(yield* comparedUpTo(1, 1300), [10, 60, 160, 360, 760])
      isLate = true
      assert.deepStrictEqual(yield* comparedUpTo(1301, 1560), [1560])
      assert.strictEqual((yield* get("post/1561")).engineReason, "learned")
    }))

  const numbered = (name: string) => Array.from({ length: 60 }, (_, at) => `${name}${at} `).join("")

  it.effect.each([
    ["", "data", "<script>var page=7;window.settings={\"a\":[1,2]}</script>"],
    [
      "",
      "a measurement",
      "<script async src=\"https://www.googletagmanager.com/gtag/js?id=G\"></script>" +
      "<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date())</script>"
    ],
    ["", "data blocks", "<script>var a=1</script><script type=\"application/ld+json\">{\"document\":1}</script>"],
    ["", "a handler of clicks", "<script>var a=1</script><button onclick=\"more()\">More</button>"],
    ["not ", "an external script", "<script src=a.js></script>"],
    [
      "not ",
      "an external script after the content",
      `<script>var a=1</script>${"<p>text</p>".repeat(900)}<script src=a.js></script>`
    ],
    ["not ", "a script of another host", "<script src=\"https://cdn.example/a.js\"></script>"],
    ["not ", "an inline script that reaches elements", "<script>document.title='a'</script>"],
    ["not ", "a named element", "<script>list.innerHTML=make()</script>"],
    ["not ", "a module", "<script type=module>import './a.js'</script>"],
    ["not ", "evaluated source", "<script>eval(atob('YQ=='))</script>"],
    ["not ", "a handler", "<script>var a=1</script><img src=a.png onload=\"show()\">"],
    ["not ", "a frame", "<script>var a=1</script><iframe src=\"/b\"></iframe>"]
  ])("%spages with %s start no browser for a comparison", ([not, , scripts]) =>
    Effect.gen(function*() {
      const { browser, get } = many(html(`${words}${scripts}`), html(`${words}${numbered("comment")}`))
      const texts = []
      for (let page = 1; page <= 70; page++) texts.push(textOf(yield* get(`post/${page}`)))
      if (not === "") assert.lengthOf(browser.asked, 0)
      else assert.include(texts[9], "comment7")
    }))

  it.effect("a due comparison waits for a page whose scripts can add content", () =>
    Effect.gen(function*() {
      let scripts = "<script>var a=1</script>"
      const changing = engine(() => html(`${words}${scripts}`))
      const browser = engine(html(`${words}${numbered("comment")}`))
      const fetcher = Fetcher.make({ http: changing.service, browser: inBrowser(browser) })
      const get = (page: number) =>
        fetcher.fetch({ url: `${url}post/${page}`, timeout: "10 seconds", options: defaultOptions })
      for (let page = 1; page <= 30; page++) assert.strictEqual((yield* get(page)).engineReason, "sufficient")
      scripts = "<script src=a.js></script>"
      assert.strictEqual((yield* get(31)).engineReason, "compared")
      assert.strictEqual((yield* get(32)).engineReason, "learned")
    }))

  it.effect("scripts of advertisements count if the browser loads them", () =>
    Effect.gen(function*() {
      const page = html(`${words}<script src="https://www.googletagmanager.com/gtm.js"></script>`)
      const [http, browser] = [engine(page), engine(html(`${words}${numbered("comment")}`))]
      const fetcher = Fetcher.make({ http: http.service, browser: inBrowser(browser) })
      const options = { ...defaultOptions, blockAds: false }
      for (let at = 1; at <= 10; at++) yield* fetcher.fetch({ url: `${url}post/${at}`, timeout: "10 seconds", options })
      assert.lengthOf(browser.asked, 1)
    }))

  it.effect("another process uses the same memory, but not what private pages taught", () =>
    Effect.gen(function*() {
      const memory = EngineMemory.makeMemory()
      const late = html(`${words}${"word".repeat(9)} ${Array.from({ length: 60 }, (_, at) => `n${at} `).join("")}`)
      const whole = html(`${words}<script src=a.js></script>`)
      yield* many(shell, late, memory).get("post/1", { cookie: "mine" })
      assert.strictEqual((yield* many(whole, late, memory).get("post/2")).engineReason, "sufficient")
      yield* many(shell, late, memory).get("post/3")
      assert.strictEqual((yield* many(whole, late, memory).get("post/4")).engineReason, "learned")
    }))

  it.effect("only one process compares the engines at a time, and the others learn from it", () =>
    Effect.gen(function*() {
      const late = html(`${words}${Array.from({ length: 60 }, (_, at) => `comment${at} `).join("")}`)
      const whole = html(`${words}<script src=a.js></script>`)
      let reservedUntil = 0
      const memory: EngineMemory.EngineMemory["Service"] = {
        ...EngineMemory.makeMemory(),
        reserve: () =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (reservedUntil > now) return 0
            reservedUntil = now + 60_000
            return 60_000
          })
      }
      const [one, two, three] = [many(whole, whole, memory), many(whole, late, memory), many(whole, late, memory)]
      for (let page = 1; page <= 160; page++) yield* one.get(`post/${page}`)
      assert.lengthOf(one.browser.asked, 3)
      for (let page = 1; page <= 60; page++) yield* two.get(`post/${page}`)
      assert.lengthOf(two.browser.asked, 0)
      yield* TestClock.adjust("61 seconds")
      for (let page = 61; page <= 110; page++) yield* two.get(`post/${page}`)
      assert.lengthOf(two.browser.asked, 1)
      assert.strictEqual((yield* two.get("post/111")).engineReason, "learned")
      for (let page = 1; page <= 10; page++) yield* three.get(`post/${page}`)
      assert.strictEqual((yield* three.get("post/11")).engine, "browser")
    }))

  it.effect("each engine receives what only it supports", () =>
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
    it.live("passes a gate that sets a cookie and reloads", () =>
      Effect.gen(function*() {
        const gate = `<body><p>Checking your browser</p><script>document.cookie = "pass=1"; location.reload()</script>`
        const server = yield* serve({
          page: (socket, { headers }) =>
            socket.end(
              /pass=1/.test(headers.get("cookie") ?? "")
                ? answer(200, {}, "<p>behind the gate</p>")
                : answer(503, {}, gate)
            )
        })
        const page = yield* Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
          fetcher.fetch({ url: `${server.origin}/page`, timeout: "10 minutes", options: defaultOptions })).pipe(
            Effect.provide(Fetcher.layer().pipe(Layer.provide(opened(server.target))))
          )
        assert.deepStrictEqual([page.status, page.engine, page.engineReason], [200, "browser", "challenge"])
        assert.include(textOf(page), "behind the gate")
      }).pipe(Effect.scoped))

    it.live("renders a shell", () =>
      Effect.gen(function*() {
        const server = yield* serve({
          app: (socket) => socket.end(answer(200, {}, "<body><div id=root></div><script src=/app.js></script></body>")),
          "app.js": (socket) =>
            socket.end(answer(200, { "content-type": "text/javascript" }, "root.innerHTML = '<p>made by a script</p>'"))
        })
        const page = yield* Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
          fetcher.fetch({ url: `${server.origin}/app`, timeout: "10 minutes", options: defaultOptions })).pipe(
            Effect.provide(Fetcher.layer().pipe(Layer.provide(opened(server.target))))
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

  it.effect("obeys the robots.txt of each origin, and reads it once", () => {
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
      assert.strictEqual(reason.message, "the site's robots.txt cannot be read: it returned 500")
      // A host that cannot be reached has said nothing about its pages.
      assert.strictEqual((yield* Effect.flip(get("https://none.example/x"))).reason._tag, "ConnectError")
      assert.strictEqual(starts.filter((url) => url === "https://a.example/robots.txt").length, 1)
      assert.notInclude(starts, "https://a.example/private/x")
    }).pipe(Effect.provide(layer))
  })

  it.live("sends the name for which it reads robots.txt, unless another is set", () =>
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
          yield* fetcher.fetch({ url: `${server.origin}/page`, timeout: "100 seconds", options })
          return seen
        }).pipe(
          Effect.provide(
            Politeness.polite({ agent: "DunlinBot", delay: 0 })(HttpFetcher.layer({ connectTimeout: "100 seconds" }))
          ),
          Effect.provide(opened(server.target))
        )
      const name = "Mozilla/5.0 (compatible; DunlinBot)"
      assert.deepStrictEqual(yield* ask({}), [`robots.txt ${name}`, `page ${name}`])
      assert.deepStrictEqual(yield* ask({ "User-Agent": "mine" }), [`robots.txt ${name}`, "page mine"])
      const other = Effect.provideService(ask({}), UserAgent.UserAgent, "AcmeBot/2")
      assert.deepStrictEqual(yield* other, ["robots.txt AcmeBot/2", "page AcmeBot/2"])
    }).pipe(Effect.scoped))

  it("finds the robots.txt name in a user agent", () => {
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

  it.effect("pauses between requests to one host only", () => {
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

  it.effect("returns the rules of a site, and takes an unused turn back", () =>
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

/**
 * Tests the behaviour required of every `Fetcher`. Use the suite for your own engine.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert } from "@dunlin/common/testing"
import { RawPage } from "@dunlin/schema/RawPage"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as NodeHttp from "node:http"
import type * as NodeNet from "node:net"
import { Fetcher, type FetchOptions } from "./Fetcher.ts"
import { NavigationRefused } from "./FetchError.ts"
import { NavigationGuard } from "./NavigationGuard.ts"

/**
 * The default options of a request.
 *
 * @category testing
 * @since 0.1.0
 */
export const defaultOptions: FetchOptions = {
  formats: [{ type: "markdown" }],
  headers: {},
  waitFor: 0,
  mobile: false,
  skipTlsVerification: true,
  location: { country: "US", languages: [] },
  blockAds: true,
  proxy: "auto",
  actions: []
}

/** An address without a server. It is allowed while the test site is blocked. */
const nobody = "127.0.0.1:1"

const html = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

/**
 * The pages of the test site, by path.
 *
 * @category testing
 * @since 0.1.0
 */
export const pages: Readonly<
  Record<string, { readonly status: number; readonly type: string; readonly body: string }>
> = {
  "/article": {
    status: 200,
    type: "text/html; charset=utf-8",
    body: html("Article", "A page about nothing – with a dash.")
  },
  "/missing": { status: 404, type: "text/html; charset=utf-8", body: html("Gone", "Nothing is here.") },
  "/query?a=1&b=%C3%A9": { status: 200, type: "text/html; charset=utf-8", body: html("Query", "The query was kept.") },
  "/data.json": { status: 200, type: "application/json", body: "{\"ok\":true}" }
}

/**
 * A site on a loopback port that serves `pages`, a redirect at `/moved`, and a response that never arrives at
 * `/silent`.
 *
 * @category testing
 * @since 0.1.0
 */
export class TestSite extends Context.Service<TestSite, {
  /** The origin `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** The target `127.0.0.1:<port>`. The egress guard must allow it. */
  readonly target: string
}>()("@dunlin/fetcher/testing/TestSite") {}

const layerSite = Layer.effect(
  TestSite,
  Effect.gen(function*() {
    const server = NodeHttp.createServer((request, response) => {
      const path = request.url ?? "/"
      if (path === "/silent") return
      if (path === "/moved") {
        response.writeHead(302, { location: "/article" })
        return response.end()
      }
      const page = pages[path]
      response.writeHead(page?.status ?? 404, { "content-type": page?.type ?? "text/plain" })
      return response.end(page?.body ?? "")
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.closeAllConnections()
          server.close(() => resume(Effect.void))
        })
    )
    const target = `127.0.0.1:${(server.address() as NodeNet.AddressInfo).port}`
    return { origin: `http://${target}`, target }
  })
)

/**
 * Returns the suite for the fetcher that `layer` builds for the test site. It must allow only the site's `target`. The
 * suite also builds a fetcher that allows only another target.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: (site: TestSite["Service"]) => Layer.Layer<Fetcher, E>,
  capabilities: {
    /** Whether the fetcher really uses the network. A fixed map does not. */
    readonly network: boolean
  } = { network: true }
): Conformance.Suite<Fetcher | TestSite, E> => {
  const context = Layer.provideMerge(Layer.unwrap(Effect.map(TestSite, layer)), layerSite)
  return Conformance.suiteOf(`Fetcher (${name})`, context, (it) => {
    answers(it)
    if (capabilities.network) visits(it, layer)
  }, { clock: "system" })
}

type Writer = Conformance.Writer<Fetcher | TestSite>

/** The default timeout is long, because starting a browser may take minutes on a busy machine. */
const fetchPath = (path: string, timeout: Duration.Input = "5 minutes") =>
  Effect.gen(function*() {
    const { origin } = yield* TestSite
    const fetcher = yield* Fetcher
    return yield* fetcher.fetch({
      url: path.startsWith("/") ? origin + path : path,
      timeout,
      options: defaultOptions
    })
  })

const answers = (it: Writer): void => {
  it.effect("returns the page with its status and type", () =>
    Effect.gen(function*() {
      const { origin } = yield* TestSite
      const page = yield* fetchPath("/article")
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.sourceUrl, `${origin}/article`)
      assert.strictEqual(page.url, `${origin}/article`)
      assert.strictEqual(page.contentType, "text/html")
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      const text = new TextDecoder().decode(page.body)
      assert.include(text, "A page about nothing – with a dash.")
      assert.isAbove(page.fetchedAt, 0)
      assert.deepStrictEqual(page.redirects, [])
    }))

  it.effect("returns a page with an error status", () =>
    Effect.gen(function*() {
      const page = yield* fetchPath("/missing")
      assert.strictEqual(page.status, 404)
      assert.include(new TextDecoder().decode(page.body), "Nothing is here.")
    }))

  it.effect("sends the query, but not the fragment", () =>
    Effect.gen(function*() {
      const page = yield* fetchPath("/query?a=1&b=%C3%A9#part")
      assert.strictEqual(page.status, 200)
      assert.include(new TextDecoder().decode(page.body), "The query was kept.")
    }))

  it.effect("does not change files other than HTML", () =>
    Effect.gen(function*() {
      const page = yield* fetchPath("/data.json")
      assert.strictEqual(page.contentType, "application/json")
      assert.strictEqual(new TextDecoder().decode(page.body), "{\"ok\":true}")
    }))

  for (const url of ["", "not a url", "ftp://example.com/", "file:///etc/passwd", "javascript:1", "http://"]) {
    it.effect(`rejects the URL ${JSON.stringify(url)}`, () =>
      Effect.gen(function*() {
        const fetcher = yield* Fetcher
        const error = yield* Effect.flip(fetcher.fetch({ url, timeout: "5 seconds", options: defaultOptions }))
        // An implementation may use `file:` URLs for documents of an index, and then reports that the document does
        // not exist.
        const refusals = url.startsWith("file:") ? ["InvalidUrl", "IndexError"] : ["InvalidUrl"]
        assert.include(refusals, error.reason._tag)
        assert.strictEqual(error.retry, "never")
      }))
  }

  it.effect("checks the navigation guard before the first request", () =>
    Effect.gen(function*() {
      const { origin } = yield* TestSite
      const guarded: Array<string> = []
      const error = yield* Effect.flip(Effect.provideService(fetchPath("/article"), NavigationGuard, {
        check: (url) => {
          guarded.push(url)
          return Effect.fail(new NavigationRefused({ detail: "not this one" }))
        }
      }))
      assert.strictEqual(error.reason._tag, "NavigationRefused")
      assert.include(error.message, "not this one")
      assert.deepStrictEqual(guarded, [`${origin}/article`])
    }))

  it.effect("allows a cached page while its addresses are allowed", () =>
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      yield* fetcher.recheck(yield* fetchPath("/article"))
    }))
}

const visits = <E>(it: Writer, layer: (site: TestSite["Service"]) => Layer.Layer<Fetcher, E>): void => {
  it.effect("rejects a cached page if its address, or that of a redirect, is no longer allowed", () =>
    Effect.gen(function*() {
      const site = yield* TestSite
      const open = yield* Fetcher
      const closed = Context.get(yield* Layer.build(Layer.fresh(layer({ ...site, target: nobody }))), Fetcher)
      const article = yield* fetchPath("/article")
      const moved = yield* fetchPath("/moved")
      const elsewhere = { url: "https://example.com/", redirects: [], openedTargets: [] }
      // The host name looks public. Only the page's record shows that a setting allowed its private address.
      const named = new RawPage({ ...article, ...elsewhere, openedTargets: ["intern.example:8080"] })
      const through = new RawPage({ ...moved, ...elsewhere, redirects: moved.redirects })
      for (const page of [article, moved, through]) yield* open.recheck(page)
      for (const page of [article, moved, through, named]) {
        assert.strictEqual((yield* Effect.flip(closed.recheck(page))).reason._tag, "EgressBlocked", page.url)
      }
      yield* closed.recheck(new RawPage({ ...article, ...elsewhere }))
    }))

  it.effect("follows and records redirects, and checks the guard before each", () =>
    Effect.gen(function*() {
      const { origin } = yield* TestSite
      const guarded = new Set<string>()
      const page = yield* Effect.provideService(fetchPath("/moved"), NavigationGuard, {
        check: (url) => Effect.sync(() => void guarded.add(url))
      })
      assert.strictEqual(page.url, `${origin}/article`)
      assert.deepStrictEqual(page.redirects, [{ url: `${origin}/moved`, status: 302 }])
      assert.deepStrictEqual(Array.from(guarded), [`${origin}/moved`, `${origin}/article`])
    }))

  it.effect("stops at a redirect that the guard rejects", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.provideService(fetchPath("/moved"), NavigationGuard, {
        check: (url) => url.endsWith("/article") ? Effect.fail(new NavigationRefused({ detail: "no" })) : Effect.void
      }))
      assert.strictEqual(error.reason._tag, "NavigationRefused")
    }))

  it.effect("stops at its timeout", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(fetchPath("/silent", "1500 millis"))
      assert.strictEqual(error.reason._tag, "Timeout")
      assert.isTrue(error.isRetryable)
    }))

  it.effect("rejects URLs of private networks", () =>
    Effect.gen(function*() {
      for (
        const url of ["http://127.0.0.1:1/", "http://169.254.169.254/latest/", "http://[::1]/", "http://2130706433/"]
      ) {
        const error = yield* Effect.flip(fetchPath(url))
        assert.strictEqual(error.reason._tag, "EgressBlocked", url)
        assert.notInclude(error.message, "127")
      }
    }))

  it.effect("can be interrupted, and works afterwards", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(fetchPath("/silent"))
      yield* Effect.sleep("50 millis")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual((yield* fetchPath("/article")).status, 200)
    }))
}

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"

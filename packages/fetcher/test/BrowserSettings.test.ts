import { AdBlock, BrowserFetcher, EgressGuard, NavigationGuard, Profiles } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import * as NodeFs from "node:fs"
import * as NodeOs from "node:os"
import * as NodePath from "node:path"
import { guarded, layerSite, page, routes, Site, visit } from "./browserSite.ts"
import { layerBrowser, withChromium } from "./Chromium.ts"

const folder = NodeFs.mkdtempSync(NodePath.join(NodeOs.tmpdir(), "dunlin-browser-"))
afterAll(() => NodeFs.rmSync(folder, { recursive: true, force: true }))

withChromium("BrowserFetcher", () => {
  it.layer(layerSite, { excludeTestServices: true, timeout: "10 minutes" })("profiles", (it) => {
    const directory = NodePath.join(folder, "profiles")
    const build = (key: string) =>
      layerBrowser.pipe(
        Layer.provideMerge(guarded),
        Layer.provide(Profiles.layerFile({ directory, key: Redacted.make(key) }))
      )
    const remember = (saveChanges: boolean) =>
      Effect.map(
        visit("/remember", { options: { profile: { name: "mine", saveChanges } } as never }),
        ({ text }) => /seen:([^"<]*)</.exec(text)?.[1]
      )

    it.effect("are stored encrypted, and only on request", () =>
      Effect.gen(function*() {
        const key = "k".repeat(40)
        const seen = yield* Effect.gen(function*() {
          const first = yield* remember(false)
          const second = yield* remember(true)
          const third = yield* remember(true)
          const other = yield* Effect.provideService(remember(true), Profiles.ProfileNamespace, "another team")
          return { first, second, third, other }
        }).pipe(Effect.provide(build(key)))
        assert.deepStrictEqual(seen, {
          first: "|null|null|",
          second: "|null|null|",
          third: "c=1|1|null|",
          other: "|null|null|"
        })
        const files = NodeFs.readdirSync(directory)
        assert.deepStrictEqual(files, ["profiles.sqlite"])
        for (const file of files) {
          assert.notMatch(
            NodeFs.readFileSync(NodePath.join(directory, file), "latin1"),
            /localStorage|127\.0\.0\.1|mine/
          )
        }
      }))
  })

  it.layer(layerSite, { excludeTestServices: true })("guards", (it) => {
    it.effect("check every redirect of the page, but no frames", () =>
      Effect.gen(function*() {
        const { origin } = yield* Site
        const asked: Array<string> = []
        routes["/hops"] = (_, response) => void response.writeHead(302, { location: "/arrived" }).end()
        yield* visit("/hops").pipe(
          Effect.provideService(NavigationGuard.NavigationGuard, {
            check: (url) => Effect.sync(() => void asked.push(url))
          }),
          Effect.provide(layerBrowser.pipe(Layer.provide(guarded)))
        )
        assert.deepStrictEqual(Array.from(new Set(asked)), [`${origin}/hops`, `${origin}/arrived`])
      }))
  })
})

withChromium("consent scripts", () => {
  it.layer(layerSite, { excludeTestServices: true })("of the operator", (it) => {
    it.effect("run if a dialog seems open", () =>
      Effect.gen(function*() {
        const fetcher = yield* BrowserFetcher.make({
          consentScript: "document.querySelector('.my-cookie-bar').textContent = 'answered'"
        })
        const { origin } = yield* Site
        const page = yield* fetcher.fetch({ url: `${origin}/consent`, timeout: "10 minutes", options: defaultOptions })
        assert.include(new TextDecoder().decode(page.body), "answered")
      }).pipe(Effect.provide(guarded), Effect.scoped))
  })
})

withChromium("filter lists", () => {
  it.layer(layerSite, { excludeTestServices: true })("from a file", (it) => {
    it.effect("block requests and hide elements, and leave nothing in the page", () =>
      Effect.gen(function*() {
        const { origin, target } = yield* Site
        routes["/with-ads"] = page(
          `<div class="sponsored-box">buy</div><p id=x></p><script src="http://cdn.ads.example:${
            target.split(":")[1]
          }/ad.js" onerror="x.textContent = 'ad refused, box ' + getComputedStyle(document.querySelector('.sponsored-box')).display"></script>`
        )
        const file = NodePath.join(folder, "easylist.txt")
        NodeFs.writeFileSync(file, "[Adblock Plus 2.0]\n! Title: mine\n||ads.example^$third-party\n##.sponsored-box\n")
        const fetcher = yield* BrowserFetcher.make({ adBlock: yield* AdBlock.fromFiles([file]) })
        const read = yield* fetcher.fetch({ url: `${origin}/with-ads`, timeout: "10 minutes", options: defaultOptions })
        const text = new TextDecoder().decode(read.body)
        assert.include(text, ">ad refused, box none<")
        assert.notInclude(text, "<style")
      }).pipe(Effect.provide(guarded), Effect.scoped))
  })
})

withChromium("interruption", () => {
  it.layer(layerSite, { excludeTestServices: true })("of requests at any moment", (it) => {
    it.effect("returns every page after interruption", () =>
      Effect.gen(function*() {
        const fetcher = yield* BrowserFetcher.make({ concurrency: 2 })
        const { origin } = yield* Site
        const get = (path: string) =>
          fetcher.fetch({ url: origin + path, timeout: "10 minutes", options: defaultOptions })
        for (const delay of [0, 5, 60, 200]) {
          const fibers = yield* Effect.all(Array.from({ length: 4 }, () => Effect.forkChild(get("/hanging"))))
          yield* Effect.sleep(delay)
          yield* Fiber.interruptAll(fibers)
        }
        const pages = yield* Effect.all(Array.from({ length: 4 }, () => get("/arrived")), { concurrency: 4 })
        assert.lengthOf(pages, 4)
      }).pipe(Effect.provide(guarded), Effect.scoped))
  })
})

it.effect("a missing browser is reported with the command that installs it", () =>
  Effect.gen(function*() {
    const fetcher = yield* BrowserFetcher.make({ executable: "/nowhere/chromium" })
    const error = yield* Effect.flip(
      fetcher.fetch({ url: "http://8.8.8.8/", timeout: "5 seconds", options: defaultOptions })
    )
    assert.strictEqual(error.reason._tag, "BrowserUnavailable")
    assert.match(error.message, /apt-get install chromium-headless-shell/)
  }).pipe(Effect.provide(EgressGuard.layer()), Effect.scoped))

it.live("a browser that does not start is reported", () =>
  Effect.gen(function*() {
    const fetcher = yield* BrowserFetcher.make({ executable: process.execPath })
    const error = yield* Effect.flip(
      fetcher.fetch({ url: "http://8.8.8.8/", timeout: "10 minutes", options: defaultOptions })
    )
    assert.strictEqual(error.reason._tag, "BrowserUnavailable")
    assert.match(error.message, /did not start/)
  }).pipe(Effect.provide(EgressGuard.layer()), Effect.scoped))

it.live("a browser that does not respond ends with the request's timeout", () =>
  Effect.gen(function*() {
    const executable = NodePath.join(folder, "silent")
    NodeFs.writeFileSync(executable, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 })
    const fetcher = yield* BrowserFetcher.make({ executable })
    const error = yield* Effect.flip(
      fetcher.fetch({ url: "http://8.8.8.8/", timeout: "1 second", options: defaultOptions })
    )
    assert.strictEqual(error.reason._tag, "Timeout")
  }).pipe(Effect.provide(EgressGuard.layer()), Effect.scoped))

it("reads filter lists", () => {
  const list = AdBlock.parse([
    "! comment\n||ads.example^\n||track.example^$third-party\n||part.example/path\n@@||track.example^\n##.ad-banner\nexample.com##.x\n0.0.0.0 hosts.example"
  ])
  assert.isTrue(list.isUnwanted("ads.example"))
  assert.isTrue(list.isUnwanted("a.b.ads.example"))
  assert.isFalse(list.isUnwanted("notads.example"))
  assert.isFalse(list.isUnwanted("track.example"))
  assert.isFalse(list.isUnwanted("part.example"))
  assert.isTrue(list.isUnwanted("hosts.example"))
  assert.deepStrictEqual(list.selectors, [".ad-banner"])
  assert.isTrue(AdBlock.builtIn.isUnwanted("stats.g.doubleclick.net"))
})

it("distinguishes a filter list from other text", () => {
  for (const list of ["! title\n||ads.example^", "@@||fine.example^", "##.ad-banner", "127.0.0.1 ads.example"]) {
    assert.isTrue(AdBlock.hasRules(list), list)
  }
  for (const other of ["", "! title", "# hosts", "Error: not found", "<html>##</html>"]) {
    assert.isFalse(AdBlock.hasRules(other), other)
  }
})

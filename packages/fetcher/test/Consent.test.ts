import { BrowserFetcher, Charset, ConsentScript } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { opened, withChromium } from "./Chromium.ts"
import { answer, serve } from "./FaultServer.ts"

/** A banner that covers the page until somebody answers, and then tells what the answer was. */
const banner = `<!doctype html><body><h1>News</h1><p id=x>not answered</p>
<div class="acme-cookie-wall" role="dialog" style="position:fixed;inset:0;background:#fff">
  <p>We value your privacy</p><button id=yes>Accept all</button><button id=no>Reject all</button>
</div>
<script>
  const wall = document.querySelector(".acme-cookie-wall")
  const done = (text) => { wall.remove(); x.textContent = text }
  yes.onclick = () => done("accepted"); no.onclick = () => done("rejected")
</script>`

/** Speaks like `autoconsent.standalone.js`: finds, opts out after a while, and keeps its messages where that does. */
const script = `(function () {
  const messages = []
  window.autoconsentStandalone = { messages }
  const say = (type) => messages.push({ type })
  say("init")
  if (document.getElementById("no")) {
    say("cmpDetected"); say("popupFound")
    setTimeout(() => { document.getElementById("no").click(); say("optOutResult"); say("autoconsentDone") }, 1800)
  }
})();
//# sourceMappingURL=x.map`

/** A folder of an application that has the package installed. */
const application = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "consent-"))
    const dist = join(folder, "node_modules/@duckduckgo/autoconsent/dist")
    mkdirSync(dist, { recursive: true })
    const manifest = { name: "@duckduckgo/autoconsent", exports: { ".": { require: "./dist/autoconsent.cjs.js" } } }
    writeFileSync(join(dist, "../package.json"), JSON.stringify(manifest))
    writeFileSync(join(dist, "autoconsent.cjs.js"), "")
    writeFileSync(join(dist, "autoconsent.standalone.js"), script)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

it.effect("finds the script of the installed package, and none otherwise", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* ConsentScript.installed([yield* application, "/nowhere"]), script)
    const program = `import { ConsentScript } from "@dunlin/fetcher"
      import { Effect } from "effect"
      console.log(await Effect.runPromise(ConsentScript.installed(["/nowhere"])))`
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_PATH: "" },
      encoding: "utf8"
    })
    assert.strictEqual(out.trim(), "undefined")
  }).pipe(Effect.scoped))

// On a busy machine the time of a script ends before it has found the banner: the page is read again then, and a script
// that never answers is seen by the limit of the test.
withChromium("a page behind a banner", () => {
  const visit = (options: BrowserFetcher.Options, path = "page") =>
    Effect.gen(function*() {
      const server = yield* serve({
        page: (socket) => socket.end(answer(200, {}, banner)),
        plain: (socket) => socket.end(answer(200, {}, "<p>text</p><a class=cookie-settings>Cookies</a>"))
      })
      const fetcher = yield* BrowserFetcher.make(options).pipe(
        Effect.provide(opened(server.target))
      )
      const page = yield* fetcher.fetch({
        url: `${server.origin}/${path}`,
        timeout: "10 minutes",
        options: { ...defaultOptions, formats: [{ type: "screenshot", fullPage: false }] as never }
      })
      return Charset.decode(page.body, page.charset).text
    }).pipe(Effect.scoped)

  it.live("is read after the banner closed, however long that takes", () =>
    Effect.gen(function*() {
      const answered = visit({ consentScript: script }).pipe(
        Effect.repeat({ while: (text) => text.includes(">not answered<") })
      )
      assert.include(yield* answered, ">rejected<")
      assert.include(yield* visit({ consentScript: false }), ">not answered<")
      // a link to settings is no banner
      assert.notInclude(yield* visit({ consentScript: "document.body.append('ran')" }, "plain"), "ran")
    }))
})

/** A dialog as a consent manager builds it, by its documented ids; tells what was answered and covers the page. */
const manager = (box: string, reject?: string) =>
  `<!doctype html><body><h1>News</h1><p id=x>not answered</p>${
    box.replace(
      "{buttons}",
      `<button class="yes">Accept</button>${reject === undefined ? "" : `<button ${reject}>Reject</button>`}`
    )
  }<script>
  const box = x.nextElementSibling
  box.style.cssText = "position:fixed;inset:0;background:#fff"
  for (const button of box.querySelectorAll("button")) button.onclick = () => {
    box.remove()
    x.textContent = button.className === "yes" ? "accepted" : "rejected"
  }
</script>`

const managers: Readonly<Record<string, string>> = {
  complianz: manager(
    `<div id="cmplz-cookiebanner-container" class="cmplz-cookiebanner"><div class="cmplz-cookiebanner">We use cookies {buttons}</div></div>`,
    `class="cmplz-deny"`
  ),
  civic: manager(
    `<div id="ccc"><div id="ccc-module" class="cookie-control">We use cookies {buttons}</div></div>`,
    `class="ccc-reject-button"`
  ),
  "a banner of the site's own": manager(
    `<div id="our-cookie-consent" role="dialog">We and our partners use cookies to store and access information on your device. {buttons}</div>`,
    `id="reject-all"`
  ),
  "a banner that can only be accepted": manager(
    `<div id="our-cookie-consent" role="dialog">We and our partners use cookies to store and access information on your device. {buttons}</div>`
  )
}

withChromium("the package @duckduckgo/autoconsent", () => {
  it.live("is named in a warning if it is missing", () =>
    Effect.gen(function*() {
      const server = yield* serve({ page: (socket) => socket.end(answer(200, {}, banner)) })
      const warnings = (consentScript: BrowserFetcher.Options["consentScript"]) =>
        Effect.gen(function*() {
          const fetcher = yield* BrowserFetcher.make({ consentScript })
          const page = yield* fetcher.fetch({
            url: `${server.origin}/page`,
            timeout: "10 minutes",
            options: defaultOptions
          })
          return page.warnings.join()
        }).pipe(Effect.provide(opened(server.target)))
      assert.match(yield* warnings(Effect.succeed(undefined)), /@duckduckgo\/autoconsent/)
      assert.strictEqual(yield* warnings(false), "")
    }).pipe(Effect.scoped))

  for (const [name, markup] of Object.entries(managers)) {
    it.live(`closes ${name}, and rejects if possible`, () =>
      Effect.gen(function*() {
        const server = yield* serve({ page: (socket) => socket.end(answer(200, {}, markup)) })
        const fetcher = yield* BrowserFetcher.make().pipe(Effect.provide(opened(server.target)))
        const read = (blockAds: boolean) =>
          fetcher.fetch({
            url: `${server.origin}/page`,
            timeout: "10 minutes",
            options: { ...defaultOptions, blockAds }
          })
            .pipe(Effect.map((page) => /<p id="x">([^<]*)/.exec(Charset.decode(page.body, page.charset).text)?.[1]))
        const answered = Effect.repeat(read(true), { while: (text) => text === "not answered" })
        assert.strictEqual(yield* answered, markup.includes("Reject") ? "rejected" : "accepted")
        assert.strictEqual(yield* read(false), "not answered")
      }).pipe(Effect.scoped))
  }
})

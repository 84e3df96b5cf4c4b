import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { document, layer, page, routes, Site } from "./browserSite.ts"
import { withChromium } from "./Chromium.ts"

const strict = (body: string): (typeof routes)[string] => (_, response) => {
  response.writeHead(200, { "content-type": "text/html", "content-security-policy": "script-src 'unsafe-inline'" })
  response.end(document(body))
}

Object.assign(
  routes,
  {
    "/roots": page(
      `<p>before</p><outer-part>light <b slot=name>slotted name</b><i slot=none>never slotted</i></outer-part><p>behind</p>
    <declared-part><template shadowrootmode=open><style>.no { display: none }</style><p>declared text</p><p class=no>SECRET declared</p></template></declared-part>
    <p id=found></p><closed-part></closed-part>
    <script>
      class Inner extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<a href=/inner>inner link</a><slot></slot>" } }
      customElements.define("inner-part", Inner)
      class Outer extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML =
        "<style>.a { display: none } .b { visibility: hidden } .c { opacity: 0 } .d { font-size: 0 } .e { position: absolute; left: -9999px }</style>" +
        "<h2>root title</h2><slot name=name>fallback</slot><inner-part><slot></slot></inner-part><slot name=empty>fallback text</slot><details><summary>more</summary>folded text</details>" +
        ["a", "b", "c", "d", "e"].map((name) => "<p class=" + name + ">SECRET " + name + "</p>").join("") } }
      customElements.define("outer-part", Outer)
      class Closed extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML =
        "<style>.a { display: none }</style><p>closed text</p><p class=a>SECRET closed</p>"
        document.querySelector("#found").textContent = "found " + this.shadowRoot } }
      customElements.define("closed-part", Closed)
    </script>`
    ),
    "/frames-seen": page(`<p>before</p><iframe src="/frame?own" width=400 height=200></iframe>
    <iframe srcdoc="<p>Text of a source document that is long enough to count.</p>" width=400 height=200></iframe>
    <iframe src="/frame?hidden" style="display:none"></iframe><iframe id=other width=400 height=200></iframe>
    <script>other.src = "http://localhost:" + location.port + "/strict-frame"</script><p>behind</p>`),
    "/frame": page(
      `<style>.no { display: none }</style><p>Text of a frame that is long enough to count, <a href="deep/link">link</a></p><p class=no>SECRET</p>
    <iframe srcdoc="<p>Text of a frame inside of a frame, long enough to count.</p>" width=300 height=100></iframe>`
    ),
    "/declared-closed": page(`<p>before</p>
    <div><template shadowrootmode="closed"><style>.no { display: none }</style><p>declared closed text</p><slot name=a></slot><p class=no>SECRET a</p>
      <section><template shadowrootmode=closed><p>nested closed text</p><p hidden>SECRET b</p></template></section></template>
      <b slot=a>slotted light text</b><i slot=none>never slotted</i></div>
    <iframe src="/closed-frame" width=400 height=200></iframe>
    <iframe srcdoc="<div><template shadowrootmode=CLOSED><p>Closed text of a source document, long enough to count.</p></template></div>" width=400 height=200></iframe>
    <div id=made></div><script>made.setHTMLUnsafe("<p><template shadowrootmode=closed>closed text of a script</template></p>")</script><p>behind</p>`),
    "/closed-frame": page(
      `<div><template shadowrootmode='closed'><style>.no { opacity: 0 }</style><p>Closed text of a frame that is long enough to count.</p><p class=no>SECRET c</p></template></div>`
    ),
    "/late-frames": page(`<p>before</p><iframe src="/timer-frame" width=400 height=200></iframe>
      <iframe sandbox=allow-scripts srcdoc="<p id=p>wait</p><script>setTimeout(() => setTimeout(() => { p.textContent = 'Late text of a sandboxed frame, long enough to count.' }, 400), 400)</script>" width=400 height=200></iframe>
      <div style="height:9000px"></div><iframe loading=lazy src="/frame?lazy" width=400 height=200></iframe><p>behind</p>`),
    "/timer-frame": page(
      `<p id=p>wait</p><script>setTimeout(() => { p.textContent = "Late text of a frame, which is long enough to count." }, 900)</script>`
    ),
    "/popover": page(
      `<p>before</p><div id=open popover=manual>text of an open popover</div><div popover>SECRET</div><script>document.querySelector("#open").showPopover()</script>`
    ),
    "/many-closed": page(
      "<div><template shadowrootmode=closed><p>one</p></template></div>".repeat(501)
    ),
    "/strict-frame": strict(`<p>Text of a frame of another origin, long enough to count.</p>`),
    "/frameset": (_, response) => {
      response.writeHead(200, { "content-type": "text/html" })
      response.end(
        `<html><head><title>t</title></head><frameset cols="50%,50%"><frame src="/frame?a"><frame src="/strict-frame"></frameset></html>`
      )
    }
  } satisfies typeof routes
)

routes["/clicks"] = page(
  `<a id=new href="/frame" target=_blank>new</a> <button id=opens onclick="window.open('/frame')">open</button>
  <input id=field onkeydown="log.textContent += event.key + ','"><pre id=log></pre>
  <iframe width=400 height=200 srcdoc="<button id=inside onclick='p.textContent = \`clicked inside of a frame, as a reader would do\`'>go</button><p id=p></p>"></iframe>`
)

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `<li>Row number ${from + at}.</li>`).join("")
routes["/endless"] = page(
  `<ul id=list>${
    rows(0, 10)
  }</ul><div class=sentinel style="height:1px"></div><style>li { height: 150px }</style><script>
  let n = 10
  new IntersectionObserver(async ([{ isIntersecting }]) => { if (!isIntersecting || n >= 40) return
    const text = await (await fetch("/rows?" + n)).text(); n += 10; list.insertAdjacentHTML("beforeend", text) }).observe(document.querySelector(".sentinel"))</script>`
)
routes["/endless-text"] = page(
  `<div style="height:400px;overflow:auto">${
    "<p>A paragraph of a long text.</p>".repeat(200)
  }</div><div style="height:3000px"></div>`
)
routes["/rows"] = (request, response) => {
  const from = Number(request.url!.split("?")[1])
  response.end(rows(from, from + 10))
}
routes["/virtual"] = page(
  `<p>before</p><div id=box style="height:400px;overflow:auto"><div style="height:10000px;position:relative"><div id=list></div></div></div><script>
  const draw = () => { const first = Math.floor(box.scrollTop / 50); list.innerHTML = Array.from({ length: 12 }, (_, at) => first + at).filter((at) => at < 200)
    .map((at) => "<div style='position:absolute;height:50px;top:" + at * 50 + "px'>Row number " + at + ".</div>").join("") }
  box.onscroll = draw; draw()</script>`
)

const read = (path: string, actions: typeof defaultOptions.actions = []) =>
  Effect.gen(function*() {
    const { origin } = yield* Site
    const fetcher = yield* Fetcher.Fetcher
    const options = { ...defaultOptions, blockAds: false, actions }
    const { body, warnings } = yield* fetcher.fetch({ url: origin + path, timeout: 600_000, options })
    return { html: new TextDecoder().decode(body), origin, warnings }
  })
const inOrder = (html: string, texts: ReadonlyArray<string>) => {
  let at = 0
  for (const text of texts) {
    const found = html.indexOf(text, at)
    assert.isAtLeast(found, at, `${text} in ${html}`)
    at = found + text.length
  }
}

withChromium("a page is read as it is seen", () => {
  it.layer(layer, { excludeTestServices: true, timeout: "10 minutes" })("one browser", (it) => {
    it.effect("with shadow roots and slots in place, without hidden text", () =>
      Effect.gen(function*() {
        const { html } = yield* read("/roots")
        const texts = [
          "before",
          "root title",
          "slotted name",
          "inner link",
          "light",
          "fallback text",
          "more",
          "folded text",
          "behind",
          "declared text",
          "found null",
          "closed text"
        ]
        inOrder(html, texts)
        assert.notInclude(html.replace(/<script[\s\S]*?<\/script>/g, ""), "SECRET")
        assert.notInclude(html.replace(/<script[\s\S]*?<\/script>/g, ""), "never slotted")
      }))

    it.effect("with closed shadow roots that HTML, a frame, or a script declares", () =>
      Effect.gen(function*() {
        const { html, warnings } = yield* read("/declared-closed")
        const texts = [
          "before",
          "declared closed text",
          "slotted light text",
          "nested closed text",
          "Closed text of a frame",
          "Closed text of a source document",
          "closed text of a script",
          "behind"
        ]
        const seen = html.replace(/<script[\s\S]*?<\/script>/g, "")
        inOrder(seen, texts)
        assert.notInclude(seen, "SECRET")
        assert.notInclude(seen, "never slotted")
        assert.deepStrictEqual(warnings, [])
      }))

    it.effect("with frames that a timer fills, and those of the same site that load when visible", () =>
      Effect.gen(function*() {
        const { html, warnings } = yield* read("/late-frames")
        const texts = [
          "before",
          "Late text of a frame",
          "Late text of a sandboxed frame",
          "Text of a frame that",
          "behind"
        ]
        inOrder(html.replace(/<script[\s\S]*?<\/script>/g, ""), texts)
        assert.deepStrictEqual(warnings, [])
      }))

    it.effect("with an open popover that HTML alone declares hidden", () =>
      Effect.gen(function*() {
        const { html } = yield* read("/popover")
        assert.include(html, `<div id="open">text of an open popover`)
        assert.include(html, `<div popover="">SECRET`)
      }))

    it.effect("with a warning about closed shadow roots above the limit", () =>
      Effect.gen(function*() {
        const { html, warnings } = yield* read("/many-closed")
        assert.lengthOf(html.match(/<p>one<\/p>/g)!, 500)
        assert.include(warnings.join(), "The text of 1 closed shadow root is missing")
      }))

    it.effect("with frames in place, also of other origins, and their links", () =>
      Effect.gen(function*() {
        const { html, origin } = yield* read("/frames-seen")
        const texts = [
          "before",
          "Text of a frame that",
          `${origin}/deep/link`,
          "Text of a frame inside",
          "Text of a source",
          "Text of a frame of another origin",
          "behind"
        ]
        inOrder(html, texts)
        assert.notInclude(html.replace(/srcdoc="[^"]*"/g, ""), "SECRET")
        assert.lengthOf(html.match(/Text of a frame that/g)!, 1)
      }))

    it.effect("after clicks in frames, on links to new windows, and after common key names", () =>
      Effect.gen(function*() {
        const click = (selector: string) => ({ type: "click", selector, all: false }) as const
        const press = (key: string) => ({ type: "press", key }) as const
        assert.include(
          (yield* read("/clicks", [click("#inside")])).html,
          "clicked inside of a frame, as a reader would do"
        )
        assert.include((yield* read("/clicks", [click("#new")])).html, "Text of a frame that")
        assert.include((yield* read("/clicks", [click("#opens")])).html, "Text of a frame that")
        assert.include((yield* read("/clicks", [click("#field"), press("ENTER"), press("esc")])).html, "Enter,Escape,")
      }))

    const numbers = (html: string) =>
      Array.from(
        html.replace(/<script[^]*?<\/script>/g, "").matchAll(/Row number (\d+)/g),
        ([, number]) => Number(number)
      )
    const all = (count: number) => Array.from({ length: count }, (_, at) => at)

    it.effect("to the end of a list on request, in order and without duplicates", () =>
      Effect.gen(function*() {
        const scroll = { type: "scroll", direction: "down", repeat: "end" } as const
        assert.deepStrictEqual(numbers((yield* read("/endless", [scroll])).html), all(40))
        assert.deepStrictEqual(numbers((yield* read("/virtual", [{ ...scroll, selector: "#box" }])).html), all(200))
      }))

    it.effect("with a warning if a list contains only the visible rows", () =>
      Effect.gen(function*() {
        assert.match((yield* read("/virtual")).warnings.join(), /^A list of the page contains only the rows in view;/)
        assert.deepStrictEqual((yield* read("/endless-text")).warnings, [])
      }))

    it.effect("with the frames of a frameset", () =>
      Effect.map(
        read("/frameset"),
        ({ html }) => inOrder(html, ["<body", "Text of a frame that", "Text of a frame of another origin"])
      ))
  })
})

import { Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { RawPage } from "@dunlin/schema/RawPage"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

/** What page `n` of the site is about. */
const postOf = (n: number) => ({
  title: `Waders of shore ${n}`,
  intro: `They feed where the tide has left the mud of shore ${n} bare, and probe it with long bills.`,
  body: `<p>A flock of <b>${n + 300}</b> birds turns at once.</p><p>It settles again where the water is shallow.</p>`,
  facts: [{ label: "Length", text: `${n + 20} centimetres` }, { label: "Voice", text: `A trill, heard ${n + 2} times` }]
})
type Post = ReturnType<typeof postOf>

/** What a page shows once its scripts have run: not in the order of its data. */
const shownOf = ({ body, facts, intro, title }: Post) =>
  `<article><h1>${title}</h1><p class=intro>${intro}</p><ul>${
    facts.map(({ label, text }) => `<li>${label}</li><li>${text}</li>`).join("")
  }</ul>${body}</article>`

const script = (json: unknown, attributes: string) =>
  `<script type="application/json" ${attributes}>${JSON.stringify(json).replaceAll("<", "\\u003c")}</script>`

/** The data in the form of a framework, with more in it than a page shows. */
const frameworks: Readonly<Record<string, (post: Post) => string>> = {
  "Next.js": (post) =>
    script({ props: { pageProps: { post: { ...post, id: "8f3a", author: null } } }, page: "/[n]" }, "id=__NEXT_DATA__"),
  "Nuxt": (post) => script(flattened({ data: { post: { ...post, isDraft: false } } }), "id=__NUXT_DATA__"),
  "SvelteKit": (post) =>
    script({ status: 200, statusText: "", headers: {}, body: JSON.stringify({ post }) }, "data-sveltekit-fetched"),
  "Remix": (post) =>
    `<script>window.__remixContext = ${
      JSON.stringify({ state: { loaderData: { post } } }).replaceAll("<", "\\u003c")
    };</script>`,
  "React server components": (post) => {
    const rows = [
      `1:"$Sreact.fragment"`,
      `2:I[1234,["44","static/chunks/44.js"],"Post"]`,
      `3:T${Buffer.byteLength(post.body).toString(16)},${post.body}`,
      `0:${JSON.stringify(["$", "$L2", null, { post: { ...post, body: "$3" } }])}`
    ]
    // a text row has no line break at its end
    const stream = `${rows[0]}\n${rows[1]}\n${rows[2]}${rows[3]}\n`
    const parts = [stream.slice(0, 90), stream.slice(90)]
    return `<script>(self.__next_f=self.__next_f||[]).push([0])</script>${
      parts.map((part) => `<script>self.__next_f.push([1,${inScript(part)}])</script>`).join("")
    }`
  },
  "React Router": (post) =>
    `<script>window.__reactRouterContext.streamController.enqueue(${
      inScript(`${JSON.stringify(numbered({ loaderData: { post } }))}\n`)
    });</script>`,
  "a store in a string": (post) =>
    `<script>window.__PRELOADED_STATE__ = JSON.parse(${inScript(JSON.stringify({ post }))});</script>`,
  "Apollo": (post) =>
    `<script>window.__APOLLO_STATE__=${
      JSON.stringify({ ROOT_QUERY: { __typename: "Query" }, [`Post:${post.title.replace(/\D/g, "")}`]: post })
        .replaceAll("<", "\\u003c")
    }</script>`,
  "a store": (post) =>
    `<script>window.__INITIAL_STATE__=${JSON.stringify({ post }).replaceAll("<", "\\u003c")};run()</script>`,
  "Astro": (post) =>
    `<astro-island client=only props="${escaped(JSON.stringify({ post: paired(post) }))}"></astro-island>`
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** As Nuxt writes data: each value once, and numbers that refer to them. */
const flattened = (value: unknown): ReadonlyArray<unknown> => {
  const values: Array<unknown> = []
  const add = (one: unknown): number => {
    const at = values.push(undefined) - 1
    values[at] = Array.isArray(one)
      ? one.map(add)
      : typeof one === "object" && one !== null
      ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, add(inner)]))
      : one
    return at
  }
  values.push(["ShallowReactive", 1])
  add(value)
  return values
}

const inScript = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c")

/** As React Router writes data: names are values too. */
const numbered = (value: unknown): ReadonlyArray<unknown> => {
  const values: Array<unknown> = []
  const add = (one: unknown): number => {
    const at = values.push(undefined) - 1
    values[at] = Array.isArray(one)
      ? one.map(add)
      : typeof one === "object" && one !== null
      ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [`_${add(key)}`, add(inner)]))
      : one
    return at
  }
  add(value)
  return values
}

/** As Astro writes data: pairs of a kind and a value. */
const paired = (value: unknown): unknown =>
  Array.isArray(value)
    ? [1, value.map(paired)]
    : typeof value === "object" && value !== null
    ? [0, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, paired(one)]))]
    : [0, value]

interface Form {
  readonly stateOf: (post: Post) => string
  readonly shown?: (post: Post, n: number) => string
  readonly isOn?: boolean
}

/** A site whose pages are empty until their scripts have run. */
const site = ({ isOn = true, shown = shownOf, stateOf }: Form) => {
  const rendered: Array<string> = []
  const engine = (name: "http" | "browser"): Fetcher.Fetcher["Service"] => ({
    recheck: () => Effect.void,
    fetch: ({ url }) => {
      const n = Number(/\d+$/.exec(url)?.[0])
      if (name === "browser") rendered.push(url)
      const content = name === "browser" ? shown(postOf(n), n) : ""
      const body =
        `<!doctype html><html><head><title>Shore ${n}</title></head><body><nav>Menu</nav><div id=root>${content}</div>` +
        `${stateOf(postOf(n))}<script src=/app.js></script></body></html>`
      return Effect.succeed(
        new RawPage({
          sourceUrl: url,
          url,
          status: 200,
          headers: {},
          contentType: "text/html",
          body: new TextEncoder().encode(body),
          redirects: [],
          fetchedAt: 0,
          engine: name,
          proxyUsed: "basic",
          warnings: []
        })
      )
    }
  })
  const fetcher = Fetcher.make({ http: engine("http"), browser: engine("browser"), markdown: isOn })
  const read = (n: number, request: Partial<Fetcher.FetchRequest> = {}) =>
    Effect.map(
      fetcher.fetch({
        url: `https://shore.example/waders/${n}`,
        timeout: "10 seconds",
        options: defaultOptions,
        needs: { markdown: true },
        ...request
      }),
      (page) => ({ ...page, html: new TextDecoder().decode(page.body) })
    )
  const reasons = (count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => n + 1),
      (n) => Effect.map(read(n), ({ engine, engineReason }) => engineReason === "state" ? "state" : engine)
    )
  return { read, reasons, rendered }
}

describe("framework data instead of rendering", () => {
  it.effect.each(Object.keys(frameworks))(
    "is used after two rendered pages confirmed it: %s",
    (name) =>
      Effect.gen(function*() {
        const { read, reasons } = site({ stateOf: frameworks[name]! })
        assert.deepStrictEqual(yield* reasons(4), ["browser", "browser", "state", "state"])
        const page = yield* read(5)
        assert.deepStrictEqual([page.engine, page.engineReason], ["http", "state"])
        const { body, intro, title } = postOf(5)
        const parts = [`<h1>${title}</h1>`, intro, "Length", "25 centimetres", "Voice", "heard 7 times", body]
        let at = 0
        for (const part of parts) {
          const found = page.html.indexOf(part, at)
          assert.isAtLeast(found, at, `${part} in ${page.html}`)
          at = found
        }
        assert.include(page.html, "<title>Shore 5</title>")
        assert.notInclude(page.html, "8f3a")
      })
  )

  it.effect("is compared with a rendered page again at every twentieth page", () =>
    Effect.gen(function*() {
      const { reasons } = site({ stateOf: frameworks["Next.js"]! })
      const all = yield* reasons(31)
      assert.deepStrictEqual(all.flatMap((reason, at) => reason === "browser" ? [at + 1] : []), [1, 2, 10, 30])
    }))

  it.effect.each<readonly [string, (post: Post, n: number) => string]>([
    ["says more", (post) => `${shownOf(post)}<p>${"A remark that is not in the data. ".repeat(4)}</p>`],
    ["has another number", (post, n) => shownOf({ ...post, intro: post.intro.replace(String(n), String(n + 1)) })],
    ["has a number more", (post) => `${shownOf(post)}<p>€ 1299</p>`],
    ["is something else", () => `<p>${"Nothing of the data stands here at all. ".repeat(5)}</p>`]
  ])("is not used if the rendered page %s", ([, shown]) =>
    Effect.gen(function*() {
      const { reasons } = site({ stateOf: frameworks["Next.js"]!, shown })
      assert.deepStrictEqual(yield* reasons(5), Array.from({ length: 5 }, () => "browser"))
    }))

  it.effect("is not used for formats beyond text, or if it is off", () =>
    Effect.gen(function*() {
      const { read } = site({ stateOf: frameworks["Next.js"]! })
      for (const n of [1, 2, 3, 4]) assert.strictEqual((yield* read(n, { needs: {} })).engine, "browser")
      const off = site({ stateOf: frameworks["Next.js"]!, isOn: false })
      assert.deepStrictEqual(yield* off.reasons(4), Array.from({ length: 4 }, () => "browser"))
    }))

  it.effect("is not used for a page whose data has almost no text", () =>
    Effect.gen(function*() {
      const { read, reasons } = site({
        stateOf: (post) => post.title.endsWith(" 9") ? "" : frameworks["Next.js"]!(post)
      })
      yield* reasons(3)
      assert.strictEqual((yield* read(9)).engine, "browser")
    }))

  it.effect("is not used for a page with text if earlier pages had none", () =>
    Effect.gen(function*() {
      const { read, reasons } = site({
        stateOf: (post) =>
          frameworks["Next.js"]!(post.title.endsWith(" 5") ? Object.assign(post, { note: "Closed in winter." }) : post)
      })
      yield* reasons(4)
      assert.strictEqual((yield* read(5)).engine, "browser")
      assert.strictEqual((yield* read(6)).engineReason, "state")
    }))

  it.effect.each<readonly [string, (post: Post) => string]>([
    ["more texts than are read", (post) => large(post, Array.from({ length: 20_000 }, (_, at) => `Text ${at}`))],
    ["more values than are read", (post) => large(post, Array.from({ length: 300_000 }, () => null))],
    ["50 nested lists", () => `<script type="application/json">${nested(50)}</script>`],
    ["100,000 nested lists", () => `<script type="application/json">${nested(100_000)}</script>`],
    ["20 MB of data", (post) => large(post, "x".repeat(20_000_000))],
    ["references in a circle", () => script([["Reactive", 1], { next: 1, title: 2 }, "A title"], "id=__NUXT_DATA__")],
    ["references that multiply", () =>
      script(
        Array.from({ length: 60 }, (_, at) => at === 59 ? "text" : [at + 1, at + 1]),
        "id=__NUXT_DATA__"
      )],
    ["more data items than are read", (post) => large(post, "").repeat(60)]
  ])("is not used for a page with %s", ([, stateOf]) =>
    Effect.gen(function*() {
      const { read, reasons } = site({
        stateOf: (post) => frameworks["Next.js"]!(post) + (post.title.endsWith(" 5") ? stateOf(post) : "")
      })
      yield* reasons(4)
      assert.strictEqual((yield* read(5)).engine, "browser")
      assert.strictEqual((yield* read(6)).engineReason, "state")
    }))
})

const large = (post: Post, more: unknown) => script({ post, more }, "id=more")

/** JSON of a text in lists. */
const nested = (depth: number) => `${"[".repeat(depth)}"A text"${"]".repeat(depth)}`

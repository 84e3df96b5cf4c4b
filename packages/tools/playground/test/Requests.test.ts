import * as Api from "@dunlin/http-api/Api"
import { assert, describe, it } from "@effect/vitest"
import * as OpenApi from "effect/http-api/OpenApi"
import * as FastCheck from "fast-check"
import { type Asked, literal, write } from "../src/code.ts"
import { after, eventReader, nothing, type Run, type Told } from "../src/events.ts"
import { compact, fieldsOf, type JsonSchema, type NamedField } from "../src/fields.ts"
import { markWords, piecesOf, wordsOf } from "../src/marks.ts"
import { render } from "../src/render.ts"

const bodyOf = (path: string): JsonSchema =>
  (OpenApi.fromApi(Api.Api) as any).paths[path].post.requestBody.content["application/json"].schema

const kindsOf = (fields: ReadonlyArray<NamedField>): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, name }) => [name, field.kind]))

describe("fieldsOf", () => {
  it("has a control for every option of a search", () => {
    const schema = bodyOf("/v2/search")
    const fields = fieldsOf(schema)
    assert.deepStrictEqual(fields.map(({ name }) => name), Object.keys(schema.properties ?? {}))
    const kinds = kindsOf(fields)
    assert.strictEqual(kinds.limit, "number")
    assert.strictEqual(kinds.sources, "choices")
    assert.strictEqual(kinds.includeDomains, "lines")
    assert.strictEqual(kinds.safe, "flag")
    assert.strictEqual(kinds.scrapeOptions, "group")
  })

  it("uses JSON only for fields without another control", () => {
    const kinds = kindsOf(fieldsOf(bodyOf("/v2/scrape")))
    assert.deepStrictEqual(Object.keys(kinds).filter((name) => kinds[name] === "json"), ["headers", "actions"])
    assert.strictEqual(kinds.redactPII, "switch")
    assert.strictEqual(kinds.proxy, "choice")
  })

  it("names formats with their options", () => {
    const formats = fieldsOf(bodyOf("/v2/scrape")).find(({ name }) => name === "formats")
    assert.isTrue(formats?.field.kind === "choices")
    const options = formats?.field.kind === "choices" ? formats.field.options : []
    const screenshot = options.find(({ name }) => name === "screenshot")
    assert.deepStrictEqual(screenshot?.fields.map(({ name }) => name), ["fullPage", "quality", "viewport"])
    assert.deepStrictEqual(options.filter(({ alone }) => !alone).map(({ name }) => name), [
      "attributes",
      "question",
      "highlights",
      "query",
      "deterministicJson"
    ])
  })
})

describe("compact", () => {
  it("omits empty values, and keeps false, zero, and empty lists", () => {
    const given = { a: undefined, b: "", c: {}, d: false, e: 0, f: [], g: { h: undefined }, i: { j: 1 } }
    assert.deepStrictEqual(compact(given as never), { d: false, e: 0, f: [], i: { j: 1 } })
    assert.isUndefined(compact({ a: { b: "" } }))
  })
})

const asked: Asked = {
  kind: "search",
  body: {
    query: "it's a \"test\" $HOME `ls`",
    limit: 3,
    scrapeOptions: { formats: ["markdown"], headers: { "x-a": "1" } }
  },
  server: "http://127.0.0.1:3002",
  withKey: true
}

describe("write", () => {
  it("quotes for the shell, and never writes the key", () => {
    const code = write("curl", asked)
    const [, data = ""] = /-d '([^]*)'$/.exec(code) ?? []
    assert.deepStrictEqual(JSON.parse(data.replaceAll("'\\''", "'")), asked.body)
    assert.include(code, "Authorization: Bearer $DUNLIN_KEY")
    assert.notInclude(write("curl", { ...asked, withKey: false }), "Authorization")
  })

  it("writes the call of the library and of Effect", () => {
    const body = { url: "https://example.com/", formats: ["links"] }
    const scrape: Asked = { ...asked, kind: "scrape", body }
    assert.include(write("dunlin", scrape), `client.scrape("https://example.com/", { formats: ["links"] })`)
    assert.include(write("dunlin", { ...asked, body: { query: "a" } }), `client.search("a")`)
    assert.include(write("effect", scrape), `ScrapeRequest.decode({ url: "https://example.com/", formats: ["links"] })`)
    assert.include(write("fetch", asked), `fetch("http://127.0.0.1:3002/v2/search"`)
  })

  it("writes values that are read as the same values", () => {
    FastCheck.assert(FastCheck.property(FastCheck.jsonValue(), (value) => {
      // oxlint-disable-next-line typescript/no-implied-eval -- the text is to be read as code
      const read = new Function(`return (${literal(value as never)})`)()
      assert.deepStrictEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(value)))
    }))
  })
})

const told: ReadonlyArray<Told> = [
  { event: "stage-finished", data: { stage: "search", milliseconds: 5 } },
  {
    event: "hits-found",
    data: { hits: { web: [{ url: "a", title: "A", description: "x", position: 1 }] }, web: 1, toScrape: 1 }
  },
  { event: "page-started", data: { url: "a" } },
  { event: "stage-finished", data: { stage: "load", milliseconds: 2, url: "a" } },
  { event: "page-finished", data: { url: "a", document: { markdown: "# A" } } },
  { event: "warning", data: { message: "Careful." } },
  {
    event: "done",
    data: {
      data: { web: [{ url: "a", title: "A", description: "y", position: 1, markdown: "# A", metadata: {} }] },
      warning: "Careful.",
      creditsUsed: 3
    }
  }
]

const text = told.map(({ data, event }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(
  ": still working\n\n"
)

describe("events", () => {
  it("are the same at every cut of the text", () => {
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.nat(text.length)), (cuts) => {
      const read = eventReader()
      const places = [0, ...cuts.toSorted((one, other) => one - other), text.length]
      const found = places.slice(1).flatMap((end, at) => read(text.slice(places[at], end)))
      assert.deepStrictEqual(found, told)
    }))
  })

  it("fill the list, the pages and the times", () => {
    const states = told.reduce<ReadonlyArray<Run>>((runs, event) => [...runs, after(runs.at(-1)!, event)], [nothing])
    assert.deepStrictEqual(states.map(({ pages }) => pages.a?.status ?? ""), [
      "",
      "",
      "",
      "reading",
      "reading",
      "read",
      "read",
      "read"
    ])
    const last = states.at(-1)!
    assert.strictEqual(last.status, "done")
    assert.deepStrictEqual(last.hits.map(({ text }) => text), ["y"])
    assert.deepStrictEqual(last.warnings, ["Careful."])
    assert.deepStrictEqual(last.pages.a?.stages, [{ name: "load", milliseconds: 2 }])
    assert.strictEqual(last.credits, 3)
  })

  it("show a failed page in its position", () => {
    const failed = after(nothing, { event: "page-failed", data: { url: "__proto__", code: "TIMEOUT", error: "late" } })
    assert.strictEqual(Object.values(failed.pages)[0]?.error, "TIMEOUT: late")
  })
})

describe("render", () => {
  const inert = (markdown: string) => {
    const html = render(markdown)
    const elements = html.match(/<[a-z][^>]*>/g) ?? []
    assert.deepStrictEqual(
      elements.filter((element) =>
        /\s(?:src|href|on\w+|style)=|^<(?:script|img|iframe|meta|base|link|form)\b/i.test(element)
      ),
      []
    )
    return html
  }

  it("shows links and pictures as text, and loads nothing", () => {
    assert.include(
      inert("[a](https://x.example/?a=1&b=\"2\")"),
      "<a title=\"https://x.example/?a=1&amp;b=%222%22\">a</a>"
    )
    assert.include(inert("![a \" b](https://x.example/a.png)"), "<span class=\"picture\">a &quot; b</span>")
    assert.include(inert("- [x] done"), "☑ done")
  })

  it("treats HTML as text", () => {
    assert.include(inert("<script>run()</script>"), "&lt;script&gt;")
    for (
      const markdown of [
        "<img src=x onerror=run()>",
        "[a](javascript:run())",
        "![](x\"onerror=\"run())",
        "<a href=\"x\">b</a>"
      ]
    ) {
      inert(markdown)
    }
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(
          FastCheck.constantFrom(
            "<",
            ">",
            "\"",
            "'",
            "[",
            "]",
            "(",
            ")",
            "!",
            "img",
            " src=",
            "onerror=",
            "\n",
            "`",
            "&quot;",
            "a",
            "|",
            "-"
          )
        ),
        (parts) => void inert(parts.join(""))
      )
    )
  })
})

describe("marks", () => {
  const hit = { url: "https://x.example/", title: "", source: "web", text: "Toes 🐦 of waders, toes" }

  it("are where the server says, in UTF-16 units", () => {
    const matches = [{ start: 0, end: 4 }, { start: 11, end: 17 }]
    assert.deepStrictEqual(piecesOf({ ...hit, matches }), [
      { text: "Toes", isMarked: true },
      { text: " 🐦 of ", isMarked: false },
      { text: "waders", isMarked: true },
      { text: ", toes", isMarked: false }
    ])
    assert.deepStrictEqual(wordsOf([{ ...hit, matches }, { ...hit, matches: [{ start: 19, end: 23 }] }]), [
      "toes",
      "waders"
    ])
    const capital = { ...hit, text: "İstanbul", matches: [{ start: 0, end: 8 }] }
    assert.strictEqual(markWords("<p>İstanbul</p>", wordsOf([capital])), "<p><mark>İstanbul</mark></p>")
  })

  it("are omitted if missing or invalid", () => {
    const whole = [{ text: hit.text, isMarked: false }]
    assert.deepStrictEqual(piecesOf(hit), whole)
    const wrong = [{ start: 4, end: 4 }, { start: -1, end: 3 }, { start: 5, end: 900 }, { start: 9, end: 8 }]
    assert.deepStrictEqual(piecesOf({ ...hit, matches: wrong }), whole)
    assert.deepStrictEqual(piecesOf({ ...hit, text: "" }), [])
  })

  it("are whole words of text, not parts of a tag or a reference", () => {
    const html = render("[toes](https://x.example/toes) & toes, Toes, tiptoes, toes2\n\n`a<toes>`", [
      "toes",
      "amp",
      "lt"
    ])
    assert.strictEqual(
      html,
      "<p><a title=\"https://x.example/toes\"><mark>toes</mark></a> &amp; <mark>toes</mark>, <mark>Toes</mark>, tiptoes, " +
        "toes2</p>\n<p><code>a&lt;<mark>toes</mark>&gt;</code></p>"
    )
    assert.strictEqual(markWords("<p>C++ &amp; c</p>", ["c++", "&"]), "<p><mark>C++</mark> <mark>&amp;</mark> c</p>")
    assert.strictEqual(markWords("<p>(a|b)* ab</p>", ["(a|b)*"]), "<p><mark>(a|b)*</mark> ab</p>")
    assert.strictEqual(
      markWords("<p>東京都の天気</p>", ["天気", "東京"]),
      "<p><mark>東京</mark>都の<mark>天気</mark></p>"
    )
    assert.strictEqual(
      markWords("<p>AI技術のコンピューターとXMLが</p>", ["ai", "コンピューター", "ml"]),
      "<p><mark>AI</mark>技術の<mark>コンピューター</mark>とXMLが</p>"
    )
    assert.strictEqual(markWords("<p>toes</p>", []), "<p>toes</p>")
  })
})

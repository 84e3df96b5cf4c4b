import { LocalIndex, SearchProvider } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"

const documents: ReadonlyArray<LocalIndex.IndexDocument> = [
  {
    url: "https://docs.example.com/guide/streams.html",
    title: "Streams",
    text: "Streams are **lazy** sequences. A running stream pulls values one after the other.",
    publishedAt: "2026-03-01",
    images: [{ url: "https://docs.example.com/img/river.png", alt: "A river delta", width: 640, height: 480 }]
  },
  {
    url: "https://blog.example.com/2025/streams-and-fibers",
    title: "Streams and fibers",
    text: "How fibers run streams, with a picture of a delta.",
    publishedAt: "2025-06-30T10:00:00Z"
  },
  { url: "https://example.org/paper.pdf", title: "On lazy evaluation", text: "Lazy evaluation and streams in 1976." },
  { url: "https://例え.jp/", title: "東京大学の研究", text: "東京大学は日本の大学です。自然言語処理の研究を行う。" },
  { url: "https://other.example.net/java", title: "Java", text: "The island of Java and its volcanoes." },
  { url: "http://[2001:db8::1]:3000/manual/a", title: "Manual", text: "Turn the knob." }
]

const ask = (text: string, extra: Partial<SearchProvider.Question> = {}) =>
  Effect.gen(function*() {
    const provider = yield* SearchProvider.SearchProvider
    const answer = yield* provider.search({
      source: "web",
      query: Query.parse(text).query,
      limit: 10,
      country: "US",
      ...extra
    })
    return answer.hits.map((hit) => hit.url)
  })

layer(LocalIndex.layerMemory(documents))("LocalIndex", (it) => {
  it.effect.each<readonly [string, ReadonlyArray<string>]>([
    ["streams", ["docs.example.com", "blog.example.com", "example.org"]],
    ["lazy site:example.com", ["docs.example.com"]],
    ["site:docs.example.com", ["docs.example.com"]],
    ["streams -site:example.com", ["example.org"]],
    ["streams filetype:pdf", ["example.org"]],
    ["streams -fibers", ["docs.example.com", "example.org"]],
    ["\"lazy evaluation\"", ["example.org"]],
    ["\"running streams\"", []],
    ["intitle:fibers", ["blog.example.com"]],
    ["inurl:guide", ["docs.example.com"]],
    ["site:example.com/2025 streams", ["blog.example.com"]],
    ["site:example.com/20 streams", []],
    ["site:[2001:DB8:0::1]", ["[2001:db8::1]"]],
    ["site:[2001:db8::1]:3000/manual", ["[2001:db8::1]"]],
    ["site:[2001:db8::1]:80", []],
    ["site:blog.example.com/2025 streams", ["blog.example.com"]],
    ["streams after:2026-01-01", ["docs.example.com"]],
    ["streams before:2026-01-01", ["blog.example.com"]],
    ["(volcanoes OR fibers)", ["blog.example.com", "other.example.net"]],
    ["大学", ["xn--r8jz45g.jp"]],
    ["研究", ["xn--r8jz45g.jp"]],
    ["京", ["xn--r8jz45g.jp"]],
    ["自然言語", ["xn--r8jz45g.jp"]],
    ["-streams", ["[2001:db8::1]", "other.example.net", "xn--r8jz45g.jp"]]
  ])("finds %s", ([query, hosts]) =>
    Effect.gen(function*() {
      const urls = yield* ask(query)
      assert.deepStrictEqual(urls.map((url) => new URL(url).hostname).sort(), [...hosts].sort())
    }))

  it.effect("finds images by their alternative text and size", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* ask("river imagesize:640x480", { source: "images" }), [documents[0]!.url])
      assert.deepStrictEqual(yield* ask("river larger:640x100", { source: "images" }), [])
      assert.deepStrictEqual(yield* ask("river larger:600x400", { source: "images" }), [documents[0]!.url])
    }))
})

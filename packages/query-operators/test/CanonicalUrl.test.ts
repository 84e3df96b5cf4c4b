import { CanonicalUrl } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const { canonical, isSamePage } = CanonicalUrl

const same: ReadonlyArray<readonly [string, string]> = [
  ["http://shop.test/x/", "https://www.shop.test:443/x"],
  ["https://Shop.test./x", "https://shop.test/x#reviews"],
  ["https://shop.test/x?utm_campaign=1&b=2&a=1&fbclid=z", "https://shop.test/x?a=1&b=2"],
  ["https://shop.test/%7euser/%e4%b8%ad", "https://shop.test/~user/中"],
  ["https://shop.test/a//b/../c/index.htm", "https://shop.test/a/c"],
  ["https://shop.test/x;jsessionid=1A2B?sid=0123456789abcdef0123456789abcdef", "https://shop.test/x"],
  ["https://bücher.test/", "https://xn--bcher-kva.test"],
  ["https://fr.m.wikipedia.org/wiki/Mer", "https://fr.wikipedia.org/wiki/Mer"],
  ["https://de.wikipedia.org/w/index.php?title=Blaues_Meer", "https://de.wikipedia.org/wiki/Blaues_Meer"],
  ["https://youtu.be/Q1w2?t=3", "https://m.youtube.com/watch?list=x&v=Q1w2"],
  ["https://www.youtube.com/shorts/Q1w2", "https://www.youtube-nocookie.com/embed/Q1w2"],
  ["https://mobile.twitter.com/a/status/1", "https://x.com/a/status/1?ref_src=x"],
  ["https://stackoverflow.com/q/42/7", "https://stackoverflow.com/questions/42/a-title?noredirect=1#comment3"],
  ["https://www.amazon.de/Some-Name/dp/B012345678/ref=sr_1_1?qid=1", "https://amazon.de/dp/B012345678"],
  ["https://www.google.de/url?sa=t&url=https%3A%2F%2Fshop.test%2Fx%3Futm_source%3Dy", "https://shop.test/x"],
  ["https://www.google.com/amp/s/shop.test/news/a", "https://shop.test/news/a"],
  ["https://shop-test.cdn.ampproject.org/c/s/shop.test/news/a", "https://shop.test/news/a"],
  ["https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9zaG9wLnRlc3QveD9hPTE&ntb=1", "https://shop.test/x?a=1"],
  ["https://r.search.yahoo.com/_ylt=A/RV=2/RO=10/RU=https%3a%2f%2fshop.test%2fx/RK=2/RS=b-", "https://shop.test/x"],
  ["https://shop.test/2024/a-long-story/amp/", "https://shop.test/2024/a-long-story"],
  ["https://shop.test/story?amp=1", "https://shop.test/story"],
  ["https://shop.test/about/amp", "https://shop.test/about"],
  ["https://shop.test/story?outputType=amp", "https://shop.test/story"],
  ["https://shop.test/story.amp.html", "https://shop.test/story.html"],
  ["https://amp.theguardian.com/a/b", "https://www.theguardian.com/a/b"],
  ["https://en.wikipedia.org/wiki/Sea?wprov=sfla1", "https://en.m.wikipedia.org/wiki/Sea"],
  ["https://github.com/a/b.git", "https://github.com/a/b"],
  ["https://x.com/a/status/1?s=20&t=Q", "https://twitter.com/a/status/1"],
  ["https://medium.com/a/b?source=rss----1", "https://medium.com/a/b"],
  ["https://shop.test/?source=newsletter", "https://shop.test"]
]

const different: ReadonlyArray<readonly [string, string]> = [
  ["https://shop.test/x", "https://shop.test/X"],
  ["https://shop.test/x?page=1", "https://shop.test/x"],
  ["https://shop.test/x?tag=1&tag=2", "https://shop.test/x?tag=2&tag=1"],
  ["https://m.shop.test/x", "https://shop.test/x"],
  ["https://shop.test:8443/x", "https://shop.test/x"],
  ["https://shop.test/#/a", "https://shop.test/#/b"],
  ["https://shop.test/a%2Fb", "https://shop.test/a/b"],
  ["https://shop.test/article.pl?sid=24/11/20", "https://shop.test/article.pl?sid=24/11/21"],
  ["https://shop.test/amp", "https://shop.test/"],
  ["https://shop.test/guitar-amp", "https://shop.test/guitar"],
  ["https://shop.test/.amp", "https://shop.test/"],
  ["https://amp.shop.test/x", "https://shop.test/x"],
  ["https://api.github.com/r/x?ref=v1", "https://api.github.com/r/x?ref=v2"],
  ["https://shop.test/x?source=warehouse", "https://shop.test/x"],
  ["https://shop.test/x?s=shoes", "https://shop.test/x"],
  ["https://shop.test/a.html", "https://shop.test/a"],
  ["https://archive.test/2020/https://shop.test/x", "https://shop.test/x"],
  ["https://youtube.com/watch?v=Q1w2", "https://youtube.com/watch?v=q1w2"],
  ["ftp://shop.test/x", "https://shop.test/x"]
]

describe("CanonicalUrl", () => {
  it("recognises equal pages", () => {
    for (const [a, b] of same) assert.strictEqual(canonical(a), canonical(b), `${a} ${b}`)
  })

  it("distinguishes different pages", () => {
    for (const [a, b] of different) assert.isFalse(isSamePage(a, b), `${a} ${b}`)
  })

  it("parses plain URLs like the URL parser", () => {
    const hosts = (
      "shop.test www.shop.test www.com a--b.test google.de www.google.com x.cdn.ampproject.org m.youtube.com youtu.be " +
      "youtube-nocookie.com stackoverflow.com a.stackexchange.com de.m.wikipedia.org amazon.co.uk mobile.twitter.com " +
      "dx.doi.org amp.theguardian.com old.reddit.com m.imdb.com github.com m.shop.test linkedin.com bing.com r.search.yahoo.com"
    ).split(" ")
    const segment = fc.oneof(
      fc.constantFrom("amp", "s", "c", "dp", "B012345678", "questions", "42", "shorts", "Q1w2", "wiki", "url", "index"),
      fc.stringMatching(/^[A-Za-z0-9_~-]{1,6}$/)
    )
    const path = fc.tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom("", "/"))
      .map(([segments, end]) => `/${segments.join("/")}${segments.length > 0 ? end : ""}`)
    fc.assert(
      fc.property(fc.constantFrom(...hosts), fc.constantFrom("http", "https"), path, (host, scheme, path) => {
        // Credentials are no part of the identity, and no plain address has any.
        assert.strictEqual(canonical(`${scheme}://${host}${path}`), canonical(`${scheme}://a@${host}${path}`))
      }),
      { numRuns: 2000 }
    )
  })

  it("returns other text unchanged, and never throws", () => {
    assert.strictEqual(canonical("mailto:a@shop.test"), "mailto:a@shop.test")
    fc.assert(fc.property(anyText(), (text) => {
      assert.isString(canonical(text))
      assert.isString(canonical(`https://shop.test/${text}`))
    }))
  })

  it("takes linear time for hostile URLs", () => {
    // With quadratic work, each of these would take longer than any test may.
    const hostile = ["1", "-", "x.", "%41", "/", ";jsessionid=", "index.", "amp/", "a=1&", "s/"]
    for (const host of ["shop.test", "a.cdn.ampproject.org", "www.google.com/amp", "de.m.wikipedia.org"]) {
      for (const piece of hostile) {
        for (const start of ["/", "/c/", "/?"]) {
          assert.isString(canonical(`https://${host}${start}${piece.repeat(Math.ceil(100_000 / piece.length))}`))
        }
      }
    }
  })

  it("is idempotent", () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
    fc.assert(fc.property(url, (text) => assert.strictEqual(canonical(canonical(text)), canonical(text))))
    for (const [a, b] of [...same, ...different]) {
      assert.strictEqual(canonical(canonical(a)), canonical(a))
      assert.strictEqual(canonical(canonical(b)), canonical(b))
    }
  })
})

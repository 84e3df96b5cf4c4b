import { SafeBrowsingUrl } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../common/test/anyText.ts"

const canonical = (url: string) => {
  const parsed = SafeBrowsingUrl.parse(url)
  return parsed === undefined ? undefined : SafeBrowsingUrl.print(parsed)
}

describe("the canonical form", () => {
  const rows: ReadonlyArray<readonly [string, string | undefined]> = [
    // Escapes are undone until none is left, then written anew in upper case.
    ["http://dunlin.test/%41%62c", "http://dunlin.test/Abc"],
    ["http://dunlin.test/%2541", "http://dunlin.test/A"],
    ["http://dunlin.test/%252525252541", "http://dunlin.test/A"],
    ["http://dunlin.test/%25%34%31", "http://dunlin.test/A"],
    ["http://dunlin.test/%%34%31", "http://dunlin.test/A"],
    ["http://dunlin.test/100%", "http://dunlin.test/100%25"],
    ["http://dunlin.test/%zz", "http://dunlin.test/%25zz"],
    ["http://dunlin.test/%7f%1b%23", "http://dunlin.test/%7F%1B%23"],
    ["http://%64unlin.test/", "http://dunlin.test/"],
    ["http://dunlin.test/a b", "http://dunlin.test/a%20b"],
    ["http://dunlin.test/ü", "http://dunlin.test/%C3%BC"],
    // White space and fragments.
    ["  http://dunlin.test/  ", "http://dunlin.test/"],
    ["http://dunlin.test/a\tb\r\nc", "http://dunlin.test/abc"],
    ["http://dunlin.test/a%09b", "http://dunlin.test/a%09b"],
    ["http://dunlin.test/a#b#c", "http://dunlin.test/a"],
    // Hosts.
    ["http://DUNLIN.Test/", "http://dunlin.test/"],
    ["http://..dunlin...test../", "http://dunlin.test/"],
    ["http://dunlin.test:8080/", "http://dunlin.test/"],
    ["http://dunlin.test.:80/", "http://dunlin.test/"],
    ["http://user:pass@dunlin.test/", "http://dunlin.test/"],
    ["http://a@b@dunlin.test/", "http://dunlin.test/"],
    ["http://bücher.test/", "http://xn--bcher-kva.test/"],
    ["http://b%C3%BCcher.test/", "http://xn--bcher-kva.test/"],
    ["http://%ff.test/", "http://%FF.test/"],
    // A byte that is no text by itself can only come as an escape.
    ["http://%01%80.test/", "http://%01%80.test/"],
    ["https://dunlin.test", "https://dunlin.test/"],
    ["dunlin.test", "http://dunlin.test/"],
    ["dunlin.test:80/x", "http://dunlin.test/x"],
    ["ftp://dunlin.test/x", "ftp://dunlin.test/x"],
    ["http%3a%2f%2fdunlin.test/", "http://dunlin.test/"],
    // Addresses in every spelling.
    ["http://3232235777/", "http://192.168.1.1/"],
    ["http://0xC0.0250.1.1/", "http://192.168.1.1/"],
    ["http://192.168.257/", "http://192.168.1.1/"],
    ["http://0300.0250.0401/", "http://192.168.1.1/"],
    ["http://%31%39%32.168.1.1/", "http://192.168.1.1/"],
    ["http://1.2.3.4.5/", "http://1.2.3.4.5/"],
    ["http://1.2.3.08/", "http://1.2.3.08/"],
    ["http://[2001:0DB8:0:0::1]:443/", "http://[2001:db8::1]/"],
    ["http://[::ffff:192.0.2.1]/", "http://192.0.2.1/"],
    ["http://[::ffff:c000:201]/", "http://192.0.2.1/"],
    ["http://[64:ff9b::192.0.2.1]/", "http://192.0.2.1/"],
    // Paths.
    ["http://dunlin.test/a/./b/../c", "http://dunlin.test/a/c"],
    ["http://dunlin.test/a/%2e%2e/b", "http://dunlin.test/b"],
    ["http://dunlin.test/../../a", "http://dunlin.test/a"],
    ["http://dunlin.test/a/..", "http://dunlin.test/"],
    ["http://dunlin.test//a///b//", "http://dunlin.test/a/b/"],
    ["http://dunlin.test/a;b", "http://dunlin.test/a;b"],
    // The query is escaped, not tidied.
    ["http://dunlin.test/?a//b/../c", "http://dunlin.test/?a//b/../c"],
    ["http://dunlin.test/?a?b", "http://dunlin.test/?a?b"],
    ["http://dunlin.test/?", "http://dunlin.test/?"],
    // No host.
    ["", undefined],
    ["/path", undefined],
    ["?query", undefined],
    ["http://", undefined],
    ["http:///path", undefined],
    ["http://./", undefined],
    ["mailto:somebody@dunlin.test", undefined],
    ["javascript:alert(1)", undefined]
  ]
  for (const [url, expected] of rows) {
    it(JSON.stringify(url), () => assert.strictEqual(canonical(url), expected))
  }

  it("is its own canonical form", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const once = canonical(url)!
        // A literal % is the one character that a second reading takes for an escape.
        if (!once.includes("%25")) assert.strictEqual(canonical(once), once)
      }),
      { numRuns: 1000 }
    )
  })

  it("is computed in linear time for any text, without an error", () => {
    fc.assert(fc.property(anyText(), (text) => {
      canonical(text)
    }))
    for (
      const hostile of ["%25".repeat(200_000), `${"%2".repeat(100_000)}5`, ".".repeat(500_000), "/..".repeat(200_000)]
    ) {
      canonical(`http://dunlin.test/${hostile}`)
      canonical(`http://${hostile}/`)
    }
  })
})

describe("the expressions", () => {
  const expressions = (url: string) => SafeBrowsingUrl.expressions(SafeBrowsingUrl.parse(url)!)

  it("combine hosts and paths, exact ones first", () => {
    assert.deepStrictEqual(expressions("http://a.b.dunlin.test/1/2.html?x=1"), [
      "a.b.dunlin.test/1/2.html?x=1",
      "a.b.dunlin.test/1/2.html",
      "a.b.dunlin.test/",
      "a.b.dunlin.test/1/",
      "b.dunlin.test/1/2.html?x=1",
      "b.dunlin.test/1/2.html",
      "b.dunlin.test/",
      "b.dunlin.test/1/",
      "dunlin.test/1/2.html?x=1",
      "dunlin.test/1/2.html",
      "dunlin.test/",
      "dunlin.test/1/"
    ])
  })

  const hosts = (url: string) =>
    Array.from(new Set(expressions(url).map((expression) => expression.slice(0, expression.indexOf("/")))))

  it("use the exact host and at most four parent domains down to the registrable domain", () => {
    assert.deepStrictEqual(hosts("http://1.2.3.4.5.6.7.dunlin.co.uk/"), [
      "1.2.3.4.5.6.7.dunlin.co.uk",
      "5.6.7.dunlin.co.uk",
      "6.7.dunlin.co.uk",
      "7.dunlin.co.uk",
      "dunlin.co.uk"
    ])
    // A city of Tokyo is a public suffix: nothing above the registrable domain is asked for.
    assert.deepStrictEqual(hosts("http://a.b.c.d.e.f.kita.tokyo.jp/"), [
      "a.b.c.d.e.f.kita.tokyo.jp",
      "c.d.e.f.kita.tokyo.jp",
      "d.e.f.kita.tokyo.jp",
      "e.f.kita.tokyo.jp",
      "f.kita.tokyo.jp"
    ])
    assert.deepStrictEqual(hosts("http://dunlin.co.uk/"), ["dunlin.co.uk"])
    assert.deepStrictEqual(hosts("http://localhost/"), ["localhost"])
    assert.deepStrictEqual(hosts("http://192.0.2.1/"), ["192.0.2.1"])
    assert.deepStrictEqual(hosts("http://[2001:db8::1]/"), ["[2001:db8::1]"])
  })

  it("use at most four directories in addition to the exact path", () => {
    assert.deepStrictEqual(expressions("http://dunlin.test/1/2/3/4/5?"), [
      "dunlin.test/1/2/3/4/5",
      "dunlin.test/",
      "dunlin.test/1/",
      "dunlin.test/1/2/",
      "dunlin.test/1/2/3/"
    ])
  })

  it("are never more than 30", () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      assert.isAtMost(expressions(url).length, 30)
    }))
    assert.strictEqual(expressions("http://1.2.3.4.5.dunlin.test/1/2/3/4/5?q").length, 30)
  })

  it("are hashed with SHA-256", () => {
    // FIPS 180-2, appendix B.1.
    assert.strictEqual(
      SafeBrowsingUrl.hash("abc").toString("hex"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
  })
})

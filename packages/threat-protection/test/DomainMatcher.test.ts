import { DomainMatcher } from "@dunlin/threat-protection"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const matches = (pattern: string, host: string) => DomainMatcher.make([pattern]).matches(host)

describe("DomainMatcher", () => {
  const rows: ReadonlyArray<readonly [pattern: string, host: string, expected: boolean]> = [
    ["example.com", "example.com", true],
    ["example.com", "www.example.com", true],
    ["example.com", "a.b.c.example.com", true],
    ["example.com", "notexample.com", false],
    ["example.com", "example.com.evil.test", false],
    ["example.com", "com", false],
    ["EXAMPLE.com", "Example.COM", true],
    ["example.com.", "example.com", true],
    ["example.com", "example.com.", true],
    ["example.com...", "www.example.com..", true],
    [" example.com ", "example.com", true],
    ["com", "example.com", true],
    ["*.example.com", "www.example.com", true],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "notexample.com", false],
    ["*example.com", "notexample.com", true],
    ["*example.com", "example.com", true],
    ["example.*", "example.com", true],
    ["example.*", "example.co.uk", true],
    ["example.*", "www.example.com", false],
    ["*.example.*", "www.example.org", true],
    ["*.example.*", "example.org", false],
    ["*paypal*", "secure-paypal-login.test", true],
    ["*paypal*", "paypal.com", true],
    ["*paypal*", "paypa1.com", false],
    ["a*b*c.test", "a-b-c.test", true],
    ["a*b*c.test", "abc.test", true],
    ["a*b*c.test", "acb.test", false],
    ["ab*ba.test", "aba.test", false],
    ["*", "anything.test", true],
    ["**", "anything.test", true],
    ["münchen.de", "xn--mnchen-3ya.de", true],
    ["xn--mnchen-3ya.de", "www.münchen.de", true],
    ["MÜNCHEN.de", "münchen.de", true],
    ["*.münchen.de", "www.xn--mnchen-3ya.de", true],
    ["*nchen.de", "xn--mnchen-3ya.de", false],
    ["mün*.de", "xn--mnchen-3ya.de", true],
    ["bücher.*", "xn--bcher-kva.example", true],
    ["203.0.113.7", "203.0.113.7", true],
    ["0xCB.0x00.0x71.7", "203.0.113.7", true],
    ["203.0.113.7", "3405803783", true],
    ["113.7", "203.0.113.7", false],
    ["203.0.113.*", "203.0.113.7", true],
    // Characters that mean something to a regular expression mean themselves here.
    ["a.c.test", "abc.test", false],
    // The URL parser reads a host out of these.
    ["a b.*", "a b.test", false],
    ["user@a.*", "a.test", false],
    ["a.test/b*", "a.test", false],
    ["(a+)+*.test", "aaaa.test", false]
  ]
  for (const [pattern, host, expected] of rows) {
    it(`${pattern} ${expected ? "matches" : "does not match"} ${host}`, () => {
      assert.strictEqual(matches(pattern, host), expected)
    })
  }

  it("lists entries that can never match", () => {
    const never = [
      "a..b",
      "*..c",
      "",
      "*.",
      ".a.test",
      "a.test/x",
      "http://a.test",
      "a.test:80",
      "x@a.test",
      "[::1]@a.test"
    ]
    const matcher = DomainMatcher.make([...never, "ok.test", "ok.test"])
    assert.deepStrictEqual(matcher.ignored, never)
    assert.strictEqual(matcher.size, 1)
    assert.isFalse(matcher.matches("a.test"))
  })

  it("matches like a slow reference for any entries and hosts", () => {
    const label = fc.stringMatching(/^[ab]{1,3}$/)
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."))
    const pattern = fc.stringMatching(/^[ab.*]{1,8}$/).filter((text) =>
      !text.includes("..") && !text.startsWith(".") && !text.endsWith(".") && text !== "*."
    )
    // Every way to fill the stars, without a regular expression.
    const fits = (glob: string, text: string): boolean =>
      glob === ""
        ? text === ""
        : glob.startsWith("*")
        ? Array.from({ length: text.length + 1 }, (_, index) => index).some((index) =>
          fits(glob.slice(1), text.slice(index))
        )
        : text !== "" && glob[0] === text[0] && fits(glob.slice(1), text.slice(1))
    const slow = (entries: ReadonlyArray<string>, text: string) =>
      entries.some((entry) => entry.includes("*") ? fits(entry, text) : text === entry || text.endsWith(`.${entry}`))
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 12 }), host, (entries, text) => {
        assert.strictEqual(DomainMatcher.make(entries).matches(text), slow(entries, text))
      }),
      { numRuns: 2000 }
    )
  })

  it("takes linear time for hostile entries", () => {
    const entries = Array.from({ length: 1000 }, (_, index) => `${"*a".repeat(60)}*b${index}`)
    const matcher = DomainMatcher.make(entries)
    const host = `${"a".repeat(63)}.${"a".repeat(63)}.${"a".repeat(63)}.test`
    // A backtracking engine would not come back from the first of these.
    for (let turn = 0; turn < 100; turn++) assert.isFalse(matcher.matches(host))
  })
})

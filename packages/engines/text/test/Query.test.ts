import { Query, QueryNode } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { anyText } from "../../../common/test/anyText.ts"

const { and, negate, or, phrase, site, text, word } = QueryNode

const nodes = (query: string): ReadonlyArray<QueryNode.Node> => Query.parse(query).query.nodes
const codes = (query: string): ReadonlyArray<string> => Query.parse(query).warnings.map((warning) => warning.code)
const list = (name: "allinurl" | "allintitle", value: ReadonlyArray<string>, negated = false): QueryNode.Node => ({
  _tag: "Operator",
  name,
  value,
  negated
})
const size = (name: "imagesize" | "larger", width: number, height: number): QueryNode.Node => ({
  _tag: "Operator",
  name,
  value: { width, height },
  negated: false
})

/** Text made of the pieces a query parser trips over. */
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      " ",
      "  ",
      "\"",
      "“",
      "”",
      "-",
      "--",
      "(",
      ")",
      "OR",
      "AND",
      "|",
      "site:",
      "-site:",
      "filetype:",
      "ext:",
      "allintitle:",
      "ALLINURL:",
      "intitle:",
      "inurl:",
      "intext:",
      "related:",
      "imagesize:",
      "larger:",
      "before:",
      "after:",
      "a",
      "b.com",
      "pdf",
      "1x2",
      "2024-02-29",
      ":",
      "://",
      "/x",
      "*",
      ".",
      "\u0301",
      "\u200b",
      "\u00a0",
      "\ud800",
      "é",
      "日本",
      "😀",
      "\u0000",
      "\ufeff",
      "=",
      "\u0338"
    ),
    anyText({ maxLength: 3 })
  ),
  { maxLength: 24 }
).map((pieces) => pieces.join(""))

describe("Query.parse", () => {
  it("reads words, phrases and exclusions", () => {
    assert.deepStrictEqual(nodes("  solar   panel "), [word("solar"), word("panel")])
    assert.deepStrictEqual(nodes("\"heat pump\" -\"fixed price\" -gas"), [
      phrase("heat pump"),
      phrase("fixed price", true),
      word("gas", true)
    ])
    assert.deepStrictEqual(nodes("„wind turbine” wind-farm a - b --dry-run –x"), [
      phrase("wind turbine"),
      word("wind-farm"),
      word("a"),
      word("b"),
      word("--dry-run"),
      word("–x")
    ])
  })

  it("does not change everyday text with colons, quotes and symbols", () => {
    for (const literal of ["9:45", "fs::read", "32\"", "6'1\"", "tel:555", "g(y)", "*", "a..b", "!x", "C++", "#tag"]) {
      assert.deepStrictEqual(nodes(`${literal} z`), [word(literal), word("z")], literal)
      assert.deepStrictEqual(codes(`${literal} z`), [])
    }
  })

  it.each<readonly [string, string | undefined]>([
    ["[::1]", "[::1]"],
    ["[::1]:8080", "[::1]:8080"],
    ["http://[2001:DB8:0:0::1]:080", "[2001:db8::1]:80"],
    ["2001:db8::1", "[2001:db8::1]"],
    ["[::ffff:192.0.2.1]", "[::ffff:c000:201]"],
    ["[::1", undefined],
    ["[::1]:65536", undefined],
    ["1:2:3", undefined],
    ["[fe80::1%eth0]", undefined],
    ["127.1:3000", "127.0.0.1:3000"],
    ["10.0.0.256", undefined],
    ["Example.COM.:8080", "example.com:8080"],
    ["example.com:65536", undefined],
    ["BÜCHER.example:8080", "xn--bcher-kva.example:8080"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"]
  ])("parses the host %s as URLs do", (written, host) => {
    assert.deepStrictEqual(
      nodes(`site:${written}`),
      host === undefined ? [word(`site:${written}`)] : [site(host)]
    )
    if (host === undefined) return
    assert.deepStrictEqual(nodes(`-site:${written}/a`), [site(host, { path: "/a", negated: true })])
    assert.deepStrictEqual(nodes(`site:${host}`), [site(host)])
  })

  it("reads every operator", () => {
    assert.deepStrictEqual(nodes("site:HTTPS://*.Docs.Example.ORG./api/ -site:bücher.example"), [
      site("docs.example.org", { path: "/api" }),
      site("xn--bcher-kva.example", { negated: true })
    ])
    assert.deepStrictEqual(nodes("filetype:.PDF ext:docx inurl:/v2 intitle:\"annual review\" intext:tide"), [
      text("filetype", "pdf"),
      text("filetype", "docx"),
      text("inurl", "/v2"),
      text("intitle", "annual review"),
      text("intext", "tide")
    ])
    assert.deepStrictEqual(nodes("imagesize:640x480 larger:1024×768"), [
      size("imagesize", 640, 480),
      size("larger", 1024, 768)
    ])
    assert.deepStrictEqual(nodes("before:2023 after:2021/7 -after:2022-12-31"), [
      text("before", "2023-01-01"),
      text("after", "2021-07-01"),
      text("after", "2022-12-31", true)
    ])
    assert.deepStrictEqual(nodes("related:example.net"), [
      { _tag: "Operator", name: "related", value: { host: "example.net", path: "" }, negated: false }
    ])
    assert.deepStrictEqual(nodes("-allintitle:one \"two three\" -four five"), [
      list("allintitle", ["one", "two three"], true),
      word("four", true),
      word("five")
    ])
  })

  it("reads alternatives and groups", () => {
    assert.deepStrictEqual(nodes("x OR \"y z\" | -w v"), [
      or(word("x"), phrase("y z"), word("w", true)),
      word("v")
    ])
    const demanded = (value: string) => ({ ...word(value), required: true as const })
    assert.deepStrictEqual(nodes("(a AND b) OR c"), [or(and(demanded("a"), demanded("b")), word("c"))])
    assert.deepStrictEqual(nodes("x a AND b y"), [word("x"), demanded("a"), demanded("b"), word("y")])
    assert.deepStrictEqual(nodes("a NOT b -c NOT"), [word("a"), word("b", true), word("c", true), word("NOT")])
    assert.strictEqual(Query.print(Query.parse("x a AND b \"p\" AND c").query), "x a AND b AND \"p\" AND c")
    assert.deepStrictEqual(nodes("-(a OR b) (c) ()"), [negate(or(word("a"), word("b"))), word("c")])
    assert.deepStrictEqual(nodes("-(-a)"), [word("a")])
    assert.deepStrictEqual(nodes("or and a OR"), [word("or"), word("and"), word("a"), word("OR")])
  })

  it("treats an invalid operator as text, with a warning", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<QueryNode.Node>, ReadonlyArray<string>]> = [
      ["tide \"tables", [word("tide"), word("tables")], ["unterminated-quote"]],
      ["a \"  \"", [word("a")], ["empty-phrase"]],
      ["site: b", [word("site:"), word("b")], ["operator-without-value"]],
      ["-inurl:\"\" b", [word("inurl:\"\"", true), word("b")], ["operator-without-value"]],
      ["allinurl:", [word("allinurl:")], ["operator-without-value"]],
      ["ext:tar.gz", [word("ext:tar.gz")], ["invalid-operator-value"]],
      ["before:2023-02-30", [word("before:2023-02-30")], ["invalid-operator-value"]],
      ["(a (b c)", [word("a"), and(word("b"), word("c"))], ["unbalanced-paren"]],
      ["a) b", [word("a)"), word("b")], []]
    ]
    for (const [query, expected, warnings] of cases) {
      assert.deepStrictEqual(nodes(query), expected, query)
      assert.deepStrictEqual(codes(query), warnings, query)
    }
  })

  it("returns one warning per kind", () => {
    const { warnings } = Query.parse(`site: site: \u201d\u201d ext:a.b ( "${"(".repeat(60)}`)
    assert.strictEqual(new Set(warnings.map((warning) => warning.code)).size, warnings.length)
    assert.strictEqual(warnings.length, 6)
    for (const warning of warnings) assert.match(Query.describe(warning), /^[A-Z].*\.$/u)
  })

  it("limits the nesting of groups, and does not lose their content", () => {
    const depth = (node: QueryNode.Node): number =>
      node._tag === "And" || node._tag === "Or" ? 1 + Math.max(...node.items.map(depth)) : 0
    const nested = nodes(`${"(a OR ".repeat(500)}b${")".repeat(500)}`)
    assert.isAtMost(Math.max(...nested.map(depth)), 64)
    assert.strictEqual(Query.print({ nodes: nested }).match(/a/g)?.length, 500)
  })

  it("never throws, and returns only valid, clean values", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, anyText({ maxLength: 200 })), (query) => {
        const check = (node: QueryNode.Node): void => {
          if (node._tag === "And" || node._tag === "Or") {
            assert.isAtLeast(node.items.length, 2)
            return node.items.forEach(check)
          }
          const { value: content } = node
          const values = typeof content === "string"
            ? [content]
            : "host" in content
            ? [content.host]
            : "width" in content
            ? [String(content.width)]
            : content
          for (const value of values) {
            assert.isAbove(value.length, 0)
            assert.isTrue(value.isWellFormed())
            assert.notMatch(value, /[\u0000-\u001f\u007f\u200b]/)
          }
        }
        nodes(query).forEach(check)
      }),
      { numRuns: 1500 }
    )
  })

  it("takes time in proportion to its length", () => {
    // The same text twice as long must not need more than about twice as many nodes and characters.
    for (const piece of ["(", "(a ", "(\"", "site:a,", "e\u0301\u0316", "OR ", "allintitle:a ", "f(x)", "\"a\" "]) {
      const long = Query.parse(piece.repeat(20_000))
      assert.isAtMost(long.query.nodes.length, 20_000 * piece.length, piece)
    }
  })
})

describe("Query.print", () => {
  it("writes canonical text", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["  a   “b  c”  ", "a \"b c\""],
      ["EXT:PDF -SITE:https://Example.com/", "filetype:pdf -site:example.com"],
      ["a | b", "a OR b"],
      ["-(a | b)", "-(a OR b)"],
      ["(a b) | c", "(a b) OR c"],
      ["allintitle:a (b)", "allintitle:a AND b"],
      ["(OR)", "(OR)"],
      ["intitle:\"a b\" larger:1X2", "intitle:\"a b\" larger:1x2"]
    ]
    for (const [query, expected] of cases) assert.strictEqual(Query.print(Query.parse(query).query), expected)
  })

  it("quotes text that would be parsed differently", () => {
    assert.strictEqual(
      Query.print(
        Query.make([word("site:a.com"), word("AND"), word("two words"), word("-x"), and(word("a)"), word("b"))])
      ),
      "\"site:a.com\" \"AND\" \"two words\" \"-x\" (\"a)\" b)"
    )
  })

  it("distinguishes the parentheses of words from those of groups", () => {
    for (
      const text of [
        "(a b( ) c",
        "-(a inurl:b(c ) d",
        "(a filetype:\")@)\" b) c",
        "(a -(b x( ) ) c",
        "(allintitle:a b( ) \"c\""
      ]
    ) {
      const { query } = Query.parse(text)
      assert.deepStrictEqual(Query.parse(Query.print(query)).query, query, Query.print(query))
    }
  })

  it("is reversed by parse", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, anyText({ maxLength: 60 })), (text) => {
        const { query } = Query.parse(text)
        const printed = Query.print(query)
        assert.deepStrictEqual(Query.parse(printed).query, query, printed)
        assert.strictEqual(Query.print(Query.parse(printed).query), printed)
      }),
      { numRuns: 1000 }
    )
  })

  it("does not exclude arguments of a pasted call", () => {
    for (
      const query of [
        "transform: translate(-50%, -50%)",
        "translate3d(-50%, -50%, 0) not centered",
        "translate(0, -.5em)",
        "clamp(a,  -b, c) in css",
        "Math.max(a, -b)"
      ]
    ) {
      const { query: { nodes }, warnings } = Query.parse(query)
      assert.isFalse(JSON.stringify(nodes).includes("\"negated\":true"), query)
      assert.deepStrictEqual(warnings, [], query)
      assert.deepStrictEqual(Query.parse(Query.print({ nodes })).query.nodes, nodes, query)
    }
    // What stands behind a call, in parentheses that are never closed, in a group, or is no argument is excluded.
    for (
      const query of [
        "translate(-50%, 0) -webkit",
        "rotate(1 -webkit",
        "css (margin -webkit)",
        ":( -webkit)",
        "python(snake -programming)",
        "laptop(used -broken) before:2020-01-01",
        "jaguar( -car )",
        "films(2020 -horror) site:imdb.com",
        "foo( -site:x.com bar)",
        "foo(a, -site:x.com)",
        "f(a, -\"exact phrase\") b",
        "f(a, -(b c)) d",
        "f(a, -b c)"
      ]
    ) {
      assert.lengthOf(JSON.stringify(nodes(query)).match(/"negated":true/g) ?? [], 1, query)
    }
  })

  it("reads a hyphen before a number with a unit as a minus sign, and warns about other short numbers", () => {
    for (
      const query of [
        "Oslo -5 \u00b0C",
        "Oslo -5\u00b0 C",
        "Oslo -5\u00b0C",
        "drop -0.7 V",
        "-40 F Oslo",
        "(Oslo -5 K)"
      ]
    ) {
      const { query: { nodes }, warnings } = Query.parse(query)
      assert.isFalse(JSON.stringify(nodes).includes("\"negated\":true"), query)
      assert.include(JSON.stringify(nodes), "\u2212", query)
      assert.deepStrictEqual(warnings, [], query)
      assert.deepStrictEqual(Query.parse(Query.print({ nodes })).query.nodes, nodes, query)
    }
    for (const query of ["iphone -5", "battery -48V", "Oslo -5 Celsius", "windows -11 a guide"]) {
      assert.lengthOf(nodes(query).filter(({ negated }) => negated), 1, query)
      assert.deepStrictEqual(codes(query), ["excluded-number"], query)
    }
    for (const query of ["news -2025", "cats -dogs", "-3d-printing"]) assert.deepStrictEqual(codes(query), [], query)
    assert.strictEqual(
      Query.describe({ code: "excluded-number", text: "-5" }),
      "\"-5\" was read as an exclusion; to search for it, put it in quotation marks."
    )
    // What is excluded stays excluded when it is printed before a unit.
    const excluded = Query.make([word("5", true), word("\u00b0C")])
    assert.deepStrictEqual(Query.parse(Query.print(excluded)).query, excluded)
  })
})

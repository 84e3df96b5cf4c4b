import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"
import * as cheerio from "cheerio"
import { is, selectAll } from "css-select"
import { isTraversal, parse, type Selector, SelectorType } from "css-what"
import * as fc from "fast-check"
import nthCheck from "nth-check"

// A `p` ends where a block begins, so it only stands at the leaves: here selectors are compared, not parsers.
const leaf = fc.constantFrom("div", "p", "span", "section", "a", "custom-tag")
const branch = fc.constantFrom("div", "ul", "section", "article", "custom-tag")

const attributes = fc.tuple(
  fc.constantFrom("", "a", "b", "a b", "c", "A", "a-b"),
  fc.constantFrom("", " title", " title=t", " title=T", " title='t-1'", " title='x t y'"),
  fc.constantFrom("", "", " lang=en", " lang=de-AT", " lang=''", " type=TEXT")
).map(([list, title, other]) => `class="${list}"${title}${other}`)

// Space alone is left out between blocks by our parser.
const text = fc.constantFrom("", "x", "xy", "z", "y x")

const element: fc.Memo<string> = fc.memo((depth) =>
  fc.tuple(
    depth <= 1 ? leaf : branch,
    attributes,
    text,
    depth <= 1 ? fc.constant([]) : fc.array(element(depth - 1), { maxLength: 4 })
  ).map(([tag, list, before, children]) => `<${tag} ${list}>${before}${children.join("")}</${tag}>`)
)

const simple = fc.constantFrom(
  ...("div p span section a custom-tag * .a .b .A #none [title] [title=t] [title='t' i] [title=T] [title='T' s] [title~=t] "
    + "[title^=t] [title$=t] [title*=t] [title*='T' i] [title|=t] [title!=t] [title^=''] [type=text] [type='text' s] "
    + ":first-child :last-child :only-child :first-of-type :last-of-type :only-of-type :empty :parent :link :hover :root "
    + ":lang(en) :lang('de') :contains(x) :contains('xy') :icontains(XY) :header :any-link").split(/ (?![is]\])/)
)

const positions = fc.tuple(
  fc.constantFrom("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"),
  fc.constantFrom("1", "2", "odd", "even", "2n+1", "-n+2", "3n", "3n-1", "n+2", "-2n+3", "0")
).map(([name, formula]) => `:${name}(${formula})`)

const combinator = fc.constantFrom(" ", " > ", " + ", " ~ ", " ")

interface Grammar {
  readonly complex: (depth: number) => fc.Arbitrary<string>
  readonly compound: (depth: number) => fc.Arbitrary<string>
}

/** Selectors with others inside up to a depth; `has` makes what `:has` is asked. */
const grammar = (has: (grammar: Grammar, depth: number) => fc.Arbitrary<string>): Grammar => {
  const complex = (depth: number): fc.Arbitrary<string> =>
    fc.array(fc.tuple(combinator, compound(depth)), { minLength: 1, maxLength: 3 }).map((steps) =>
      steps.map(([how, what], k) => k === 0 ? what : how + what).join("")
    )
  const list = (depth: number) => fc.array(complex(depth), { minLength: 1, maxLength: 2 }).map((all) => all.join(", "))
  const nested = (depth: number): fc.Arbitrary<string> =>
    fc.oneof(
      fc.tuple(fc.constantFrom("is", "not", "where", "matches"), list(depth)).map(([name, all]) => `:${name}(${all})`),
      has(self, depth).map((asked) => `:has(${asked})`),
      fc.tuple(fc.constantFrom("nth-child", "nth-last-child"), fc.constantFrom("1", "2n", "-n+2"), list(depth)).map((
        [name, formula, all]
      ) => `:${name}(${formula} of ${all})`)
    )
  const compound = (depth: number): fc.Arbitrary<string> => {
    const part = depth <= 1
      ? fc.oneof({ weight: 3, arbitrary: simple }, positions)
      : fc.oneof({ weight: 2, arbitrary: simple }, positions, { weight: 2, arbitrary: nested(depth - 1) })
    const parts = fc.oneof({ weight: 3, arbitrary: fc.tuple(part) }, fc.tuple(part, part))
    // The name of an element stands before everything else.
    return parts.map((all) => {
      const name = all.find((one) => /^[a-z*]/.test(one)) ?? ""
      return name + all.filter((one) => !/^[a-z*]/.test(one)).join("")
    })
  }
  const self = { complex, compound }
  return self
}

const steps = fc.array(fc.tuple(combinator, fc.constantFrom("div", "p", ".a", "[title]", "*", ".b:first-child")), {
  minLength: 1,
  maxLength: 3
}).map((all) => all.map(([how, what], k) => k === 0 ? what : how + what).join(""))

const relation = fc.constantFrom("> ", "+ ", "~ ")

/**
 * Where css-select follows the standard: in `:has(a b)` it takes the element itself for `a` too, and reads every selector
 * inside of one with a combinator as relative to the element.
 */
const plain = grammar(({ compound }, depth) =>
  fc.oneof(compound(depth), fc.tuple(relation, steps).map(([how, asked]) => how + asked))
)

const full = grammar(({ complex }, depth) =>
  fc.tuple(fc.oneof(fc.constant(""), relation), complex(depth)).map(([how, asked]) => how + asked)
)

const numbered = (html: string): string => {
  let k = 0
  return html.replace(/ class=/g, () => ` data-n=${k++} class=`)
}

const ours = (html: string, selector: string): ReadonlyArray<string> =>
  Html.attributes(Html.parse(html), [{ selector, attribute: "data-n" }])[0]!.values

type Root = cheerio.CheerioAPI

type Element = ReturnType<typeof elementsOf>[number]

const elementsOf = ($: Root) => $("*").get()

const load = (html: string): Root => cheerio.load(html, { xml: { xmlMode: false, decodeEntities: true } })

const theirs = (html: string, selector: string): ReadonlyArray<string> => {
  const $ = load(html)
  const found = new Set<unknown>(selectAll(selector, $.root()[0] as never, { cacheResults: false }))
  return $("[data-n]").get().filter((one) => found.has(one)).map((one) => $(one).attr("data-n") ?? "")
}

/** The standard, word for word and as slow as that: every element against every selector, with all that stand around. */
const byTheStandard = (html: string, selector: string): ReadonlyArray<string> => {
  const $ = load(html)
  const all = elementsOf($)
  const above = (one: Element) => all.filter((other) => $.contains(other, one))
  const before = (one: Element) => $(one).prevAll().get()
  const related: Record<string, (one: Element) => ReadonlyArray<Element>> = {
    descendant: above,
    child: (one) => $(one).parent().get(),
    adjacent: (one) => $(one).prev().get(),
    sibling: before
  }
  /** Whether the tokens find an element; those before the first combinator stand for `anchor` when there is one. */
  const finds = (one: Element, tokens: ReadonlyArray<Selector>, anchor?: Element): boolean => {
    const cut = tokens.findLastIndex(isTraversal)
    if (!tokens.slice(cut + 1).every((token) => holds(one, token))) return false
    if (cut < 0) return true
    return related[tokens[cut]!.type]!(one).some((other) =>
      cut === 0 ? other === anchor : finds(other, tokens.slice(0, cut), anchor)
    )
  }
  const findsAny = (one: Element, list: ReadonlyArray<ReadonlyArray<Selector>>) =>
    list.some((tokens) => finds(one, tokens))
  const holds = (one: Element, token: Selector): boolean => {
    if (token.type === SelectorType.Pseudo && typeof token.data === "object" && token.data !== null) {
      if (token.name === "not") return !findsAny(one, token.data)
      if (token.name !== "has") return findsAny(one, token.data)
      return token.data.some((tokens) => {
        const relative = isTraversal(tokens[0]!) ? tokens : [{ type: SelectorType.Descendant } as const, ...tokens]
        return all.some((other) => finds(other, relative, one))
      })
    }
    const [, formula, of] = token.type === SelectorType.Pseudo && /^(\S+) of (.+)$/s.exec(String(token.data)) || []
    if (token.type !== SelectorType.Pseudo || formula === undefined || of === undefined) {
      return isMatch(one, [[token]])
    }
    const list = parse(of)
    if (!findsAny(one, list)) return false
    const others = token.name === "nth-child" ? before(one) : $(one).nextAll().get()
    return nthCheck(formula)(others.filter((other) => findsAny(other, list)).length)
  }
  const isMatch = (one: Element, tokens: Array<Array<Selector>>) => is(one as never, structuredClone(tokens))
  const list = parse(selector)
  return all.filter((one) => findsAny(one, list)).flatMap((one) => $(one).attr("data-n") ?? [])
}

describe("selectors on the tape", () => {
  it("match what css-select matches", () => {
    const asked = plain.complex(3).filter((one) => one.length < 400)
    fc.assert(
      fc.property(element(4), asked, (body, selector) => {
        const html = `<html><body>${numbered(body)}</body></html>`
        assert.deepEqual(ours(html, selector), theirs(html, selector), `${selector} in ${html}`)
      }),
      { numRuns: 3000 }
    )
  })

  it("match by the standard, at any nesting", () => {
    const asked = full.complex(3).filter((one) => one.length < 400)
    fc.assert(
      fc.property(element(3), asked, (body, selector) => {
        const html = `<html><body>${numbered(body)}</body></html>`
        assert.deepEqual(ours(html, selector), byTheStandard(html, selector), `${selector} in ${html}`)
      }),
      { numRuns: 1000 }
    )
  })
})

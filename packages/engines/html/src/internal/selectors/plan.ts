/**
 * Converts a selector to a plan that can be executed: parsed by css-what, validated and counted. A plan contains only
 * parts that one pass over the page can evaluate.
 *
 * @since 0.1.0
 */
import { type AttributeAction, type AttributeSelector, isTraversal, parse, type Selector, SelectorType } from "css-what"
import { parse as parseNth } from "nth-check"
import { aliases } from "./aliases.ts"

export type Combinator = "descendant" | "child" | "adjacent" | "sibling" | "parent"

export interface Nth {
  readonly kind: "nth"
  readonly step: number
  readonly offset: number
  readonly fromLast: boolean
  readonly ofType: boolean
  readonly of: ReadonlyArray<Complex> | undefined
}

export type Test =
  | { readonly kind: "tag"; readonly name: string }
  | {
    readonly kind: "attribute"
    readonly name: string
    readonly action: AttributeAction
    readonly value: string
    readonly ignoreCase: boolean
  }
  | { readonly kind: "root" | "never" | "empty" }
  | { readonly kind: "lang"; readonly ranges: ReadonlyArray<ReadonlyArray<string>> }
  | { readonly kind: "contains"; readonly text: string; readonly ignoreCase: boolean }
  | Nth
  | { readonly kind: "any"; readonly not: boolean; readonly list: ReadonlyArray<Complex> }
  | { readonly kind: "alias"; readonly name: string; readonly list: ReadonlyArray<Complex> }
  | { readonly kind: "has"; readonly list: ReadonlyArray<Complex> }

export interface Step {
  readonly combinator: Combinator | undefined
  readonly tests: ReadonlyArray<Test>
}

export type Complex = ReadonlyArray<Step>

export interface Plan {
  readonly list: ReadonlyArray<Complex>
  readonly parts: number
}

/** Maximum depth of selectors in selectors, because each level holds several sets of all elements. */
const DEEPEST_NESTING = 16

export const caseless: ReadonlySet<string> = new Set(
  ("accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir "
    + "direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize "
    + "noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink")
    .split(" ")
)

const combinators: Partial<Record<SelectorType, Combinator>> = {
  [SelectorType.Descendant]: "descendant",
  [SelectorType.Child]: "child",
  [SelectorType.Adjacent]: "adjacent",
  [SelectorType.Sibling]: "sibling",
  [SelectorType.Parent]: "parent"
}

const every = { step: 0, offset: 1, fromLast: false, ofType: false, of: undefined } as const

const firsts: Readonly<Record<string, ReadonlyArray<Test>>> = {
  "first-child": [{ kind: "nth", ...every }],
  "last-child": [{ kind: "nth", ...every, fromLast: true }],
  "only-child": [{ kind: "nth", ...every }, { kind: "nth", ...every, fromLast: true }],
  "first-of-type": [{ kind: "nth", ...every, ofType: true }],
  "last-of-type": [{ kind: "nth", ...every, ofType: true, fromLast: true }],
  "only-of-type": [
    { kind: "nth", ...every, ofType: true },
    { kind: "nth", ...every, ofType: true, fromLast: true }
  ],
  root: [{ kind: "root" }],
  empty: [{ kind: "empty" }],
  // User interaction and history exist only in a browser.
  hover: [{ kind: "never" }],
  active: [{ kind: "never" }],
  visited: [{ kind: "never" }]
}

interface Reading {
  parts: number
  depth: number
  inHas: boolean
}

export const plan = (selector: string): Plan => {
  const reading: Reading = { parts: 0, depth: 0, inHas: false }
  const list = listOf(tokensOf(selector), reading)
  return { list, parts: reading.parts }
}

/**
 * Parses a selector. An error contains the parser's message without its quotation, so that it never contains text of
 * the request.
 */
const tokensOf = (selector: string): ReadonlyArray<ReadonlyArray<Selector>> => {
  try {
    return parse(selector)
  } catch (error) {
    const [words = ""] = (error instanceof Error ? error.message : "").split(/ in :|[:,(]/)
    throw new Error(words.trim().toLowerCase() || "syntax error", { cause: error })
  }
}

const listOf = (tokens: ReadonlyArray<ReadonlyArray<Selector>>, reading: Reading): ReadonlyArray<Complex> => {
  if (tokens.length === 0) throw new Error("empty")
  if (++reading.depth > DEEPEST_NESTING) {
    throw new Error(`selectors are nested more than ${DEEPEST_NESTING} levels deep`)
  }
  const list = tokens.map((one) => complex(one, reading))
  reading.depth--
  return list
}

/** Converts the parts of a selector. A leading combinator starts at the root of the page. */
const complex = (tokens: ReadonlyArray<Selector>, reading: Reading): Complex => {
  const steps = stepsOf(tokens, reading)
  if (steps[0]!.combinator === undefined) return steps
  if (reading.inHas) throw new Error("a selector inside `:has()` begins with a combinator")
  return [{ combinator: undefined, tests: [{ kind: "root" }] }, ...steps]
}

const relative = (tokens: ReadonlyArray<Selector>, reading: Reading): Complex => {
  const [first, second] = tokens
  const scoped = first?.type === SelectorType.Pseudo && first.name === "scope" && first.data === null &&
    second !== undefined && isTraversal(second)
  const steps = stepsOf(scoped ? tokens.slice(1) : tokens, reading)
  return steps[0]!.combinator === undefined ? [{ ...steps[0]!, combinator: "descendant" }, ...steps.slice(1)] : steps
}

const stepsOf = (tokens: ReadonlyArray<Selector>, reading: Reading): Complex => {
  const steps: Array<Step> = []
  let combinator: Combinator | undefined
  let tests: Array<Test> | undefined
  for (const token of tokens) {
    if (!isTraversal(token)) {
      tests ??= []
      tests.push(...testsOf(token, reading))
      continue
    }
    const next = combinators[token.type]
    if (next === undefined) throw new Error("columns are not supported")
    if (tests !== undefined) steps.push({ combinator, tests })
    tests = undefined
    combinator = next
    reading.parts++
  }
  if (tests === undefined) throw new Error("nothing follows its last combinator")
  return [...steps, { combinator, tests }]
}

const testsOf = (token: Selector, reading: Reading): ReadonlyArray<Test> => {
  reading.parts++
  switch (token.type) {
    case SelectorType.Tag:
      if (token.namespace !== null) throw new Error("namespaces are not supported")
      return [{ kind: "tag", name: token.name.toLowerCase() }]
    case SelectorType.Universal:
      if (token.namespace !== null && token.namespace !== "*") throw new Error("namespaces are not supported")
      return []
    case SelectorType.Attribute:
      return [attribute(token)]
    case SelectorType.Pseudo:
      return pseudo(token.name, token.data, reading)
    default:
      throw new Error("pseudo-elements are not supported")
  }
}

const attribute = ({ action, ignoreCase, name: given, namespace, value }: AttributeSelector): Test => {
  if (namespace !== null) throw new Error("namespaces are not supported")
  const name = given.toLowerCase()
  const folds = ignoreCase === null ? caseless.has(name) : ignoreCase === true
  return { kind: "attribute", name, action, value: folds ? value.toLowerCase() : value, ignoreCase: folds }
}

const pseudo = (name: string, data: Data, reading: Reading): ReadonlyArray<Test> => {
  if (typeof data === "object" && data !== null) return nested(name, data, reading)
  if (name === "scope") {
    if (data !== null) throw new Error("`:scope` takes no argument")
    if (reading.inHas) throw new Error("`:scope` is supported only at the beginning of a selector in `:has()`")
    return firsts["root"]!
  }
  const plain = Object.hasOwn(firsts, name) ? firsts[name] : Object.hasOwn(aliases, name) ? alias(name) : undefined
  if (plain !== undefined) {
    if (data !== null) throw new Error(`\`:${name}\` takes no argument`)
    return plain
  }
  if (data === null) {
    throw new Error(takesText.has(name) ? `\`:${name}\` needs an argument` : `\`:${name}\` is not known`)
  }
  return [withText(name, data, reading)]
}

type Data = ReadonlyArray<ReadonlyArray<Selector>> | string | null

const takesText: ReadonlySet<string> = new Set(
  "nth-child nth-last-child nth-of-type nth-last-of-type contains icontains lang is not has where matches".split(" ")
)

const nested = (
  name: string,
  data: ReadonlyArray<ReadonlyArray<Selector>>,
  reading: Reading
): ReadonlyArray<Test> => {
  switch (name) {
    case "is":
    case "where":
    case "matches":
      return [{ kind: "any", not: false, list: listOf(data, reading) }]
    case "not":
      return [{ kind: "any", not: true, list: listOf(data, reading) }]
    case "has": {
      if (++reading.depth > DEEPEST_NESTING) {
        throw new Error(`selectors are nested more than ${DEEPEST_NESTING} levels deep`)
      }
      const outer = reading.inHas
      reading.inHas = true
      const list = data.map((one) => relative(one, reading))
      reading.inHas = outer
      reading.depth--
      return [{ kind: "has", list }]
    }
    default:
      throw new Error(`\`:${name}\` is not known`)
  }
}

/** Parsed aliases. An alias counts as one part, because its cost is limited. */
const known = new Map<string, ReadonlyArray<Test>>()

const alias = (name: string): ReadonlyArray<Test> => {
  const before = known.get(name)
  if (before !== undefined) return before
  const list = listOf(tokensOf(aliases[name]!), { parts: 0, depth: 0, inHas: false })
  const tests: ReadonlyArray<Test> = [{ kind: "alias", name, list }]
  known.set(name, tests)
  return tests
}

const withText = (name: string, data: string, reading: Reading): Test => {
  switch (name) {
    case "contains":
      return { kind: "contains", text: data, ignoreCase: false }
    case "icontains":
      return { kind: "contains", text: data.toLowerCase(), ignoreCase: true }
    case "lang":
      return { kind: "lang", ranges: languages(data) }
    case "nth-child":
    case "nth-last-child":
    case "nth-of-type":
    case "nth-last-of-type":
      return nth(name, data, reading)
    default:
      throw new Error(`\`:${name}\` is not known`)
  }
}

const languages = (data: string): ReadonlyArray<ReadonlyArray<string>> =>
  data.split(",").map((range) => range.trim()).filter((range) => range !== "")
    .map((range) => range.replace(/^['"]|['"]$/g, "").toLowerCase().split("-"))

const nth = (name: string, data: string, reading: Reading): Nth => {
  const ofType = name.endsWith("type")
  const at = ofType ? -1 : data.search(/\sof\s/i)
  const [step, offset] = formula(at < 0 ? data : data.slice(0, at))
  return {
    kind: "nth",
    step,
    offset,
    fromLast: name.startsWith("nth-last"),
    ofType,
    of: at < 0 ? undefined : listOf(tokensOf(data.slice(at + " of ".length).trim()), reading)
  }
}

const formula = (text: string): readonly [number, number] => {
  try {
    return parseNth(text)
  } catch {
    throw new Error("its argument is invalid: expected a position such as 3, odd or 2n+1")
  }
}

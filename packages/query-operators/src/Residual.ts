/**
 * Checks query conditions on the results, because providers support them only partly or not at all.
 *
 * @since 0.1.0
 */
import * as Exact from "@dunlin/text/Exact"
import type { Query } from "@dunlin/text/Query"
import { demanded, type Node, type Operator } from "@dunlin/text/QueryNode"
import { containsBeginning, containsWord, fold } from "@dunlin/text/TextEvidence"
import * as UrlEvidence from "@dunlin/text/UrlEvidence"
import * as PublishedDate from "./internal/publishedDate.ts"
import type { Window } from "./TimeFilter.ts"

/**
 * Conditions that a result must not contradict.
 *
 * @category models
 * @since 0.1.0
 */
export interface Residual {
  /** All conditions must be satisfied. */
  readonly nodes: ReadonlyArray<Node>
  /**
   * Operators that the provider applies reliably. A result is only dropped if it clearly contradicts them. For example,
   * a provider knows a file's type although its URL does not show it.
   */
  readonly trusted: ReadonlySet<string>
  /** Keeps only results with a date in this range, and results without a date. */
  readonly window?: Window
}

/**
 * The fields of a result that the filters read. Hits of search providers are accepted.
 *
 * @category models
 * @since 0.1.0
 */
export interface Candidate {
  /** The source, if known: `web`, `news` or `images`. */
  readonly source?: string | undefined
  readonly url: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly snippet?: string | undefined
  readonly extraSnippets?: ReadonlyArray<string> | undefined
  readonly text?: string | undefined
  /** Whether `text` is the whole page. If so, a word that is missing from `text` is missing from the page. */
  readonly textIsWhole?: boolean | undefined
  /** Whether the provider has checked every condition on the whole page. */
  readonly isChecked?: boolean | undefined
  readonly publishedAt?: string | undefined
  readonly date?: string | undefined
  /** The date of the last change. It is used if the date of publication is unknown. */
  readonly modifiedAt?: string | undefined
  readonly imageWidth?: number | undefined
  readonly imageHeight?: number | undefined
}

/**
 * The result of {@link filter}: the kept results in order, the number of dropped ones, and one sentence for each
 * condition that could not be checked on all kept results.
 *
 * @category models
 * @since 0.1.0
 */
export interface Filtered<A> {
  readonly kept: ReadonlyArray<A>
  readonly dropped: number
  readonly warnings: ReadonlyArray<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * Returns the residual of a query without a provider. Every condition is then checked strictly.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromQuery = (query: Query, options?: { readonly window?: Window | undefined }): Residual => ({
  nodes: query.nodes.map(demanded),
  trusted: none,
  ...(options?.window === undefined ? {} : { window: options.window })
})

/**
 * Returns whether to keep a result. It is `false` only if the result contradicts the query. With only a title and
 * snippet, a missing word is not a contradiction, because the provider has seen more of the page. With the whole text
 * (`textIsWhole`) it is a contradiction. An excluded word that occurs is always a contradiction. `now` is in epoch
 * milliseconds and is only needed for dates such as `3 hours ago`.
 *
 * @category filtering
 * @since 0.1.0
 */
export const matches = (residual: Residual, candidate: Candidate, now = 0): boolean =>
  contradiction(residual, candidate, now) === undefined

/**
 * Returns whether every result meets the conditions, as for a query of plain words without a time filter. Its results
 * need no check.
 *
 * **Example** (Queries with and without conditions)
 *
 * ```ts
 * import { Query, Residual } from "@dunlin/query-operators"
 *
 * const isPlain = (text: string) => Residual.isPlain(Residual.fromQuery(Query.parse(text).query))
 * console.log(isPlain("tide tables"), isPlain("tide -tables")) // true false
 * ```
 *
 * @category predicates
 * @since 0.3.0
 */
export const isPlain = ({ nodes, window }: Residual): boolean =>
  !isBounded(window) && nodes.every((node) => node._tag === "Word" && !node.negated && node.required !== true)

/**
 * Returns the conditions that a result contradicts, in words that complete "omitted because of ..."; `undefined` if
 * none exist.
 *
 * @category filtering
 * @since 0.2.0
 */
export const contradiction = (residual: Residual, candidate: Candidate, now = 0): string | undefined => {
  if (!isStrict(residual)) return undefined
  const evidence = readEvidence(candidate, now)
  if (outside(residual.window, evidence)) return "the time filter"
  const node = residual.nodes.find((each) => isDecisive(each) && judge(each, evidence, residual) === false)
  return node === undefined ? undefined : nameOf(node)
}

const nameOf = (node: Node): string => {
  switch (node._tag) {
    case "Operator":
      return node.negated ? `-${node.name}:` : `${node.name}:`
    case "Phrase":
      return node.negated ? "excluded text" : "quoted text"
    default:
      return node.negated ? "an excluded word" : node._tag === "Word" ? "a demanded word" : "alternatives or groups"
  }
}

/** A missing word contradicts the query only if the query has AND. */
const isDecisive = (node: Node): boolean =>
  node.negated || (node._tag === "Word" || node._tag === "And" ? node.required === true || isGroup(node) : true)

const isGroup = (node: Node): boolean => node._tag === "And" && node.items.some(isDecisive)

/**
 * Keeps the results without contradictions, and reports unchecked conditions.
 *
 * @category filtering
 * @since 0.1.0
 */
export const filter = <A extends Candidate>(
  residual: Residual,
  candidates: ReadonlyArray<A>,
  now = 0
): Filtered<A> => {
  const matching = isStrict(residual) ? candidates.filter((candidate) => matches(residual, candidate, now)) : candidates
  return {
    kept: matching,
    dropped: candidates.length - matching.length,
    warnings: unproven(matching.map((candidate) => ({ residual, candidate })), now)
  }
}

const isStrict = ({ nodes, window }: Residual): boolean => isBounded(window) || nodes.some(isDecisive)

const isBounded = (window: Window | undefined): boolean => window?.from !== undefined || window?.to !== undefined

interface Needed {
  readonly date: boolean
  readonly imageSize: boolean
  readonly quoted: ReadonlyArray<Node>
}

const neededBy = ({ nodes, window }: Residual): Needed => {
  const names = new Set(nodes.flatMap(leaves).map(({ name }) => name))
  return {
    date: isBounded(window) || names.has("before") || names.has("after"),
    imageSize: names.has("imagesize") || names.has("larger"),
    quoted: nodes.filter(isQuoted)
  }
}

/** Computed once per residual, because most results share one. */
const withNeeded = (results: Parameters<typeof unproven>[0]) => {
  const known = new Map<Residual, Needed>()
  return results.filter(({ candidate }) => candidate.isChecked !== true).map(({ candidate, residual }) => {
    const needed = known.get(residual) ?? neededBy(residual)
    known.set(residual, needed)
    return { candidate, needed }
  })
}

/**
 * Returns one sentence for each condition that could not be checked on some results. Each result has its own
 * conditions.
 *
 * @category filtering
 * @since 0.2.0
 */
export const unproven = (
  results: ReadonlyArray<{ readonly residual: Residual; readonly candidate: Candidate }>,
  now = 0
): ReadonlyArray<string> => {
  const warnings: Array<string> = []
  const open = withNeeded(results)
  const undated = open.filter(({ candidate, needed }) => needed.date && published(candidate, now) === undefined).length
  if (undated > 0) {
    warnings.push(`${count(undated)} no date, so the time filter could not be checked on ${them(undated)}.`)
  }
  const unsized =
    open.filter(({ candidate: { imageHeight, imageWidth, source = "images" }, needed }) =>
      needed.imageSize && source === "images" && (imageWidth === undefined || imageHeight === undefined)
    ).length
  if (unsized > 0) {
    warnings.push(`${count(unsized)} no image dimensions, so the image size could not be checked on ${them(unsized)}.`)
  }
  const unseen =
    open.filter(({ candidate, needed: { quoted } }) => quoted.length > 0 && !quoted.every(shownIn(candidate))).length
  if (unseen > 0) {
    warnings.push(
      `${unseen === 1 ? "1 result does" : `${unseen} results do`} not contain the quoted text in title or snippet, ` +
        `so it could not be checked on ${them(unseen)}.`
    )
  }
  return warnings
}

/** Whether a condition requires a text, which may be in a part of the page that no provider returns. */
const isQuoted = (node: Node): boolean => {
  if (node.negated) return false
  switch (node._tag) {
    case "Phrase":
      return true
    case "Word":
      return node.required === true
    case "Operator":
      return node.name === "intext"
    default:
      return (node._tag === "And" && node.required === true) || node.items.some(isQuoted)
  }
}

/** Returns whether a condition's text is shown, ignoring emphasis; `true` for conditions without a text. */
const shownIn = (candidate: Candidate) => {
  const text = searchable(textsOf(candidate))
  // The title is not part of the text.
  const inText = searchable(bodyOf(candidate))
  const shows = (node: Node): boolean => {
    switch (node._tag) {
      case "Word":
      case "Phrase":
        return Exact.contains(text, node.value)
      case "And":
        return node.items.filter((item) => node.required === true || isQuoted(item)).every(shows)
      case "Or":
        return node.items.some((item) => !isQuoted(item) || shows(item))
      default:
        return node.name !== "intext" || Exact.contains(inText, node.value)
    }
  }
  return shows
}

const count = (number: number): string => (number === 1 ? "1 result has" : `${number} results have`)

const them = (number: number): string => (number === 1 ? "it" : "them")

const leaves = (node: Node): ReadonlyArray<Operator> =>
  node._tag === "And" || node._tag === "Or" ? node.items.flatMap(leaves) : node._tag === "Operator" ? [node] : []

interface Evidence {
  /** Parsed when a condition first needs the URL. */
  readonly url: () => UrlEvidence.UrlParts | undefined
  readonly title: () => string
  /** Prepared on demand, because page texts are long. */
  readonly all: () => Exact.Searchable
  readonly body: () => Exact.Searchable
  /** Whether the body is the whole text of the page, so that a missing word is missing from the page. */
  readonly bodyIsWhole: boolean
  readonly candidate: Candidate
  readonly published: PublishedDate.Published | undefined
}

const readEvidence = (candidate: Candidate, now: number): Evidence => {
  let url: { readonly parts: UrlEvidence.UrlParts | undefined } | undefined
  let title: string | undefined
  let all: Exact.Searchable | undefined
  let body: Exact.Searchable | undefined
  return {
    url: () => (url ??= { parts: UrlEvidence.read(candidate.url) }).parts,
    title: () => title ??= fold(candidate.title ?? "").trim(),
    all: () => all ??= searchable(textsOf(candidate)),
    body: () => body ??= searchable(bodyOf(candidate)),
    bodyIsWhole: candidate.textIsWhole === true && candidate.text !== undefined,
    candidate,
    published: published(candidate, now)
  }
}

const bodyOf = ({ description, extraSnippets = [], snippet, text }: Candidate): ReadonlyArray<string> =>
  [description, snippet, ...extraSnippets, text].filter((part) => part !== undefined)

const textsOf = (candidate: Candidate): ReadonlyArray<string> =>
  candidate.title === undefined ? bodyOf(candidate) : [candidate.title, ...bodyOf(candidate)]

// No query can match the separator, so no phrase spans two parts.
const searchable = (parts: ReadonlyArray<string>): Exact.Searchable => Exact.searchable(parts.join(" \u0000 "))

const published = (candidate: Candidate, now: number): PublishedDate.Published | undefined => {
  const date = candidate.publishedAt ?? candidate.date ?? candidate.modifiedAt
  return date === undefined ? undefined : PublishedDate.read(date, now)
}

const outside = (window: Window | undefined, { published }: Evidence): boolean =>
  window !== undefined && published !== undefined &&
  ((window.from !== undefined && published.latest < window.from) ||
    (window.to !== undefined && published.earliest >= window.to))

/** `undefined`: unknown (Kleene's three-valued logic). */
type Verdict = boolean | undefined

const all = (nodes: ReadonlyArray<Node>, evidence: Evidence, residual: Residual): Verdict => {
  let verdict: Verdict = true
  for (const node of nodes) {
    const one = judge(node, evidence, residual)
    if (one === false) return false
    if (one === undefined) verdict = undefined
  }
  return verdict
}

const any = (nodes: ReadonlyArray<Node>, evidence: Evidence, residual: Residual): Verdict => {
  let verdict: Verdict = false
  for (const node of nodes) {
    const one = judge(node, evidence, residual)
    if (one === true) return true
    if (one === undefined) verdict = undefined
  }
  return verdict
}

const judge = (node: Node, evidence: Evidence, residual: Residual): Verdict => {
  const verdict = affirm(node, evidence, residual)
  return node.negated && verdict !== undefined ? !verdict : verdict
}

const affirm = (node: Node, evidence: Evidence, residual: Residual): Verdict => {
  switch (node._tag) {
    case "Word":
      return node.negated ? mentioned(node.value, evidence) : evaluateText(node.value, evidence.all(), evidence, true)
    case "Phrase":
      return evaluateText(node.value, evidence.all(), evidence, false)
    case "And":
      return all(node.items, evidence, residual)
    case "Or":
      return any(node.items, evidence, residual)
    case "Operator":
      return applies(node, evidence, residual.trusted.has(node.negated ? `-${node.name}` : node.name))
  }
}

/**
 * A missing word may be elsewhere on the page, unless the whole page is known. A word also counts inside a longer
 * form (`jitter` in `jittered`).
 */
const evaluateText = (value: string, text: Exact.Searchable, { bodyIsWhole }: Evidence, isOpen: boolean): Verdict => {
  if (
    Exact.contains(text, value) || (isOpen && text.versions.some((version) => containsBeginning(version, fold(value))))
  ) {
    return true
  }
  return bodyIsWhole ? false : undefined
}

/**
 * An excluded word also counts as part of an identifier (`tide` in `low_tide`), as in the embedded index. Returns
 * `undefined` if the known part of the page lacks it.
 */
const mentioned = (value: string, evidence: Evidence): Verdict => {
  const text = evidence.all()
  const isMentioned = Exact.contains(text, value) || (!value.includes("_") &&
    text.versions.some((version) => version.includes("_") && containsWord(version.replaceAll("_", " "), fold(value))))
  return isMentioned ? true : evidence.bodyIsWhole ? false : undefined
}

const applies = (node: Operator, evidence: Evidence, trusted: boolean): Verdict => {
  const { candidate, published } = evidence
  const ofUrl = (check: (url: UrlEvidence.UrlParts) => Verdict): Verdict => {
    const url = evidence.url()
    return url && check(url)
  }
  switch (node.name) {
    case "site":
      return ofUrl((url) => UrlEvidence.isUnder(url, node.value))
    case "filetype":
      return ofUrl((url) => UrlEvidence.isFileType(url, candidate.title ?? "", node.value, !trusted))
    case "inurl":
      return ofUrl(() => Exact.inAddress(candidate.url, node.value))
    case "allinurl":
      return ofUrl(() => node.value.every((value) => Exact.inAddress(candidate.url, value)))
    case "intitle":
      return inTitle(node.value, evidence, trusted, node.negated)
    case "allintitle":
      return every(node.value, (value) => inTitle(value, evidence, trusted, node.negated))
    case "intext":
      return evaluateText(node.value, evidence.body(), evidence, false)
    case "related":
      return undefined
    case "imagesize":
      return size(candidate, (width, height) => width === node.value.width && height === node.value.height)
    case "larger":
      return size(candidate, (width, height) => width > node.value.width && height > node.value.height)
    case "before":
      return published && side(published, dayStart(node.value), "before")
    case "after":
      return published && side(published, dayStart(node.value), "after")
  }
}

const every = (values: ReadonlyArray<string>, verdict: (value: string) => Verdict): Verdict => {
  const verdicts = values.map(verdict)
  return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true
}

/** A title that the provider truncated may contain the words in its omitted part. */
const inTitle = (value: string, evidence: Evidence, trusted: boolean, negated: boolean): Verdict => {
  const title = evidence.title()
  if (Exact.contains(Exact.searchable(title), value)) return true
  return negated || trusted || !isWholeTitle(title) ? undefined : false
}

const isWholeTitle = (title: string): boolean => title !== "" && !/(?:\.\.\.|…)$/.test(title)

const size = ({ imageHeight, imageWidth }: Candidate, test: (width: number, height: number) => boolean): Verdict =>
  imageWidth === undefined || imageHeight === undefined ? undefined : test(imageWidth, imageHeight)

const dayStart = (day: string): number => PublishedDate.read(`${day}T00:00:00Z`, 0)!.earliest

// `after:` includes the given day, as in search engines with these operators. The day of a hit is taken in the time zone
// of its date.
const side = ({ written }: PublishedDate.Published, start: number, where: "before" | "after"): Verdict => {
  if (written.latest < start) return where === "before"
  if (written.earliest >= start) return where === "after"
  return undefined
}

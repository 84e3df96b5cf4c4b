/**
 * What of a query is checked on the results themselves, because providers do it only in part or not at all.
 *
 * @since 0.1.0
 */
import * as PublishedDate from "./internal/PublishedDate.ts"
import { containsWord, fold, foldWords } from "./internal/TextEvidence.ts"
import * as UrlEvidence from "./internal/UrlEvidence.ts"
import type { Query } from "./Query.ts"
import type { Node, Operator } from "./QueryNode.ts"
import type { Window } from "./TimeFilter.ts"

/**
 * Conditions a result must not contradict.
 *
 * @category models
 * @since 0.1.0
 */
export interface Residual {
  /** All must hold. */
  readonly nodes: ReadonlyArray<Node>
  /**
   * Operators the provider has applied itself and can be believed in: for these, a result is only left out when it
   * plainly contradicts them (a provider knows the type of a file whose URL does not show it).
   */
  readonly trusted: ReadonlySet<string>
  /** Only results dated inside it; undated ones stay. */
  readonly window?: Window
}

/**
 * What the filters read of a result. The hits of a search provider fit as they are.
 *
 * @category models
 * @since 0.1.0
 */
export interface Candidate {
  /** `web`, `news` or `images`, when it is known. */
  readonly source?: string | undefined
  readonly url: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly snippet?: string | undefined
  readonly extraSnippets?: ReadonlyArray<string> | undefined
  readonly text?: string | undefined
  readonly publishedAt?: string | undefined
  readonly date?: string | undefined
  readonly imageWidth?: number | undefined
  readonly imageHeight?: number | undefined
}

/**
 * What {@link filter} returns: the results that stay, in order, how many were left out, and one sentence for each
 * condition that could not be checked on some of those that stay.
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
 * The residual of a query on its own: everything in it is checked strictly.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromQuery = (query: Query, options?: { readonly window?: Window | undefined }): Residual => ({
  nodes: query.nodes,
  trusted: none,
  ...(options?.window === undefined ? {} : { window: options.window })
})

/**
 * Whether a result may stay: `false` only when something in it contradicts the query. A missing word never does, because
 * the provider has seen more of the page than its title and snippet; an excluded word that is there does. `now` is in
 * milliseconds since the epoch and only needed for dates such as `3 hours ago`.
 *
 * @category filtering
 * @since 0.1.0
 */
export const matches = (residual: Residual, candidate: Candidate, now = 0): boolean => {
  const evidence = readEvidence(candidate, now)
  if (outside(residual.window, evidence)) return false
  return all(residual.nodes.filter(isDecisive), evidence, residual) !== false
}

/** A word that is asked for can be missing without contradicting anything, so it need not even be looked for. */
const isDecisive = (node: Node): boolean => node.negated || (node._tag !== "Word" && node._tag !== "Phrase")

/**
 * Keeps the results that may stay, and says what could not be checked.
 *
 * @category filtering
 * @since 0.1.0
 */
export const filter = <A extends Candidate>(
  residual: Residual,
  candidates: ReadonlyArray<A>,
  now = 0
): Filtered<A> => {
  const strict = residual.window !== undefined || residual.nodes.some(isDecisive)
  const kept = strict ? candidates.filter((candidate) => matches(residual, candidate, now)) : candidates
  const operators = residual.nodes.flatMap(leaves)
  const has = (name: Operator["name"]) => operators.some((node) => node.name === name)
  const dated = residual.window !== undefined || has("before") || has("after")
  const warnings: Array<string> = []
  const undated = dated ? kept.filter((candidate) => published(candidate, now) === undefined).length : 0
  if (undated > 0) {
    warnings.push(`${count(undated)} no date, so the time filter could not be checked on ${them(undated)}.`)
  }
  const sized = has("imagesize") || has("larger")
  const isUnsized = ({ imageHeight, imageWidth, source = "images" }: Candidate) =>
    source === "images" && (imageWidth === undefined || imageHeight === undefined)
  const unsized = sized ? kept.filter(isUnsized).length : 0
  if (unsized > 0) {
    warnings.push(`${count(unsized)} no image dimensions, so the image size could not be checked on ${them(unsized)}.`)
  }
  const quoted = residual.nodes.filter(isQuoted)
  const unseen = quoted.length === 0 ? 0 : kept.filter((candidate) => !quoted.every(shownIn(candidate))).length
  if (unseen > 0) {
    warnings.push(
      `${unseen === 1 ? "1 result does" : `${unseen} results do`} not show the quoted text in title or snippet, ` +
        `so it could not be checked on ${them(unseen)}.`
    )
  }
  return { kept, dropped: candidates.length - kept.length, warnings }
}

/** Text that has to be on the page, but maybe where no provider shows it. */
const isQuoted = (node: Node): boolean =>
  !node.negated &&
  (node._tag === "Phrase" || ((node._tag === "And" || node._tag === "Or") && node.items.some(isQuoted)))

/** Whether the text is to be seen, with whatever punctuation and emphasis the snippet has; other conditions hold. */
const shownIn = (candidate: Candidate) => {
  const parts = textsOf(candidate).map(foldWords)
  const shows = (node: Node): boolean => {
    switch (node._tag) {
      case "Phrase":
        return parts.some((part) => containsWord(part, foldWords(node.value)))
      case "And":
        return node.items.filter(isQuoted).every(shows)
      case "Or":
        return node.items.some((item) => !isQuoted(item) || shows(item))
      default:
        return true
    }
  }
  return shows
}

const count = (number: number): string => (number === 1 ? "1 result has" : `${number} results have`)

const them = (number: number): string => (number === 1 ? "it" : "them")

const leaves = (node: Node): ReadonlyArray<Operator> =>
  node._tag === "And" || node._tag === "Or" ? node.items.flatMap(leaves) : node._tag === "Operator" ? [node] : []

interface Evidence {
  readonly url: UrlEvidence.UrlParts | undefined
  readonly title: string
  readonly titleIsWhole: boolean
  /** Everything a result says, folded; page texts are long, so only when it is needed. */
  readonly body: () => string
  readonly candidate: Candidate
  readonly published: PublishedDate.Published | undefined
}

const readEvidence = (candidate: Candidate, now: number): Evidence => {
  const title = fold(candidate.title ?? "").trim()
  let body: string | undefined
  return {
    url: UrlEvidence.read(candidate.url),
    title,
    // Providers cut long titles; what is missing may be in the rest.
    titleIsWhole: title !== "" && !/(?:\.\.\.|…)$/.test(title),
    // Nothing in a query matches the separator, so no phrase reaches from one part into the next.
    body: () => body ??= fold(textsOf(candidate).join(" \u0000 ")),
    candidate,
    published: published(candidate, now)
  }
}

const textsOf = ({ description, extraSnippets = [], snippet, text, title }: Candidate): ReadonlyArray<string> =>
  [title, description, snippet, ...extraSnippets, text].filter((part) => part !== undefined)

const published = (candidate: Candidate, now: number): PublishedDate.Published | undefined => {
  const date = candidate.publishedAt ?? candidate.date
  return date === undefined ? undefined : PublishedDate.read(date, now)
}

const outside = (window: Window | undefined, { published }: Evidence): boolean =>
  window !== undefined && published !== undefined &&
  ((window.from !== undefined && published.latest < window.from) ||
    (window.to !== undefined && published.earliest >= window.to))

/** `undefined` is "cannot be told", as in the logic of Kleene. */
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
    case "Phrase":
      return said(node.value, evidence)
    case "And":
      return all(node.items, evidence, residual)
    case "Or":
      return any(node.items, evidence, residual)
    case "Operator":
      return applies(node, evidence, residual.trusted.has(node.negated ? `-${node.name}` : node.name))
  }
}

/** A word that is there is evidence; one that is not may be elsewhere on the page. */
const said = (value: string, { body }: Evidence): Verdict => (containsWord(body(), fold(value)) ? true : undefined)

const applies = (node: Operator, evidence: Evidence, trusted: boolean): Verdict => {
  const { candidate, published, url } = evidence
  switch (node.name) {
    case "site":
      return url && UrlEvidence.isUnder(url, node.value)
    case "filetype":
      return url && UrlEvidence.isFileType(url, candidate.title ?? "", node.value, !trusted)
    case "inurl":
      return url && inUrl(url, node.value)
    case "allinurl":
      return url && node.value.every((value) => inUrl(url, value))
    case "intitle":
      return inTitle(node.value, evidence, trusted, node.negated)
    case "allintitle":
      return every(node.value, (value) => inTitle(value, evidence, trusted, node.negated))
    case "intext":
      return said(node.value, evidence)
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

const inUrl = (url: UrlEvidence.UrlParts, value: string): boolean => {
  if (url.folded.includes(fold(value))) return true
  const words = foldWords(value)
  return words.includes(" ") && foldWords(url.folded).includes(words)
}

/**
 * A title that has the word in it, even as part of another or with other punctuation, keeps a result; only the very
 * word excludes one.
 */
const inTitle = (value: string, { title, titleIsWhole }: Evidence, trusted: boolean, negated: boolean): Verdict => {
  const folded = fold(value)
  if (containsWord(title, folded)) return true
  if (negated || trusted || !titleIsWhole) return undefined
  return title.includes(folded) || containsWord(foldWords(title), foldWords(value)) ? undefined : false
}

const size = ({ imageHeight, imageWidth }: Candidate, test: (width: number, height: number) => boolean): Verdict =>
  imageWidth === undefined || imageHeight === undefined ? undefined : test(imageWidth, imageHeight)

const dayStart = (day: string): number => PublishedDate.read(`${day}T00:00:00Z`, 0)!.earliest

// The named day itself is after, as in the engines that know these operators; a hit is compared by the day it names.
const side = ({ written }: PublishedDate.Published, start: number, where: "before" | "after"): Verdict => {
  if (written.latest < start) return where === "before"
  if (written.earliest >= start) return where === "after"
  return undefined
}

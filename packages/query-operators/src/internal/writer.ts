import type { HostTarget, ImageSize, Node, Operator, Or } from "@dunlin/text/QueryNode"
import type { Capability, Dialect, Parameters, Support } from "./dialectModel.ts"
import { group, type Need, type Piece } from "./piece.ts"
import { support } from "./support.ts"

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

export class Writer {
  readonly pieces: Array<Piece> = []
  /** Pieces that narrow the search too much. They are used if nothing else remains. */
  readonly postponed: Array<Piece> = []
  readonly warnings: Array<string> = []
  readonly handed = new Set<string>()
  private readonly dialect: Dialect
  private readonly images: boolean
  private readonly include: Array<ReadonlyArray<string>> = []
  private readonly exclude: Array<string> = []
  private readonly phrases: Array<string> = []
  private readonly excludedText: Array<string> = []
  private readonly fileTypes: Array<string> = []
  private readonly single: Mutable<Pick<Parameters, "after" | "before" | "related" | "imageSize" | "largerThan">> = {}

  constructor(dialect: Dialect, images: boolean) {
    this.dialect = dialect
    this.images = images
  }

  add(node: Node): void {
    switch (node._tag) {
      case "Word":
        return this.addWord(node.value, node.negated)
      case "Phrase":
        return this.addPhrase(node.value, node.negated)
      case "Operator":
        return this.addOperator(node)
      case "And":
        if (!node.negated) return node.items.forEach((item) => this.add(item))
        return this.warn(
          "cannot exclude a group of words; results with all of them in title or description were omitted"
        )
      case "Or":
        if (!node.negated) return this.addAlternatives(node)
        // Not (a or b) equals not a and not b. Every provider with exclusions supports the second form.
        return node.items.forEach((item) => this.add({ ...item, negated: !item.negated }))
    }
  }

  parameters(): Parameters {
    const { domains = Number.POSITIVE_INFINITY, eitherDomains = false } = this.dialect.limits ?? {}
    // A page must match each list. The shortest list is sent, and the others are checked on the results.
    const include = this.include.reduce<ReadonlyArray<string>>(
      (best, hosts) => (best.length === 0 || hosts.length < best.length ? hosts : best),
      []
    )
    const exclude = eitherDomains && include.length > 0 ? [] : this.exclude
    if (include.length > domains || exclude.length > domains) {
      this.warnings.push(
        `${this.dialect.name} accepts ${domains} domains; the other domains were only applied to its results.`
      )
    }
    return {
      includeDomains: include.slice(0, domains),
      excludeDomains: exclude.slice(0, domains),
      phrases: this.phrases,
      excludedText: this.excludedText,
      fileTypes: this.fileTypes,
      ...this.single
    }
  }

  private addWord(value: string, negated: boolean): void {
    if (!negated) return this.push(this.word(value), 1)
    this.addExclusion("-word", value, this.word(value))
  }

  private addPhrase(value: string, negated: boolean): void {
    if (negated) return this.addExclusion("-phrase", value, this.quoted(value))
    switch (this.support("phrase")) {
      case "native":
        this.phrases.push(value)
        return this.push(this.quoted(value), 1)
      case "parameter":
        this.phrases.push(value)
        return this.push(value, 1)
      default:
        this.warn("does not search for exact phrases; their words were searched")
        return this.push(value, 1)
    }
  }

  private addExclusion(capability: "-word" | "-phrase", value: string, text: string): void {
    switch (this.support(capability)) {
      case "native":
        return this.push(this.excluded(text), 4, true)
      case "parameter":
        this.excludedText.push(value)
        return
      default:
        this.warn("cannot exclude words; results with these words in title or description were omitted")
    }
  }

  private addOperator(node: Operator): void {
    if (node.name === "allinurl" || node.name === "allintitle") {
      const name = node.name === "allinurl" ? "inurl" : "intitle"
      const each = node.value.map((value): Operator => ({ ...node, name, value }))
      // Not (a and b) has no form that a provider accepts.
      if (!node.negated || each.length === 1) each.forEach((operator) => this.addOperator(operator))
      return
    }
    if ((node.name === "imagesize" || node.name === "larger") && !this.images) {
      return this.plain(`${node.name}: applies to images only.`)
    }
    const capability: Capability = `${node.negated ? "-" : ""}${node.name}`
    switch (this.support(capability)) {
      case "native":
        this.handed.add(capability)
        return this.pushOperator(node, capability)
      case "parameter":
        if (this.addParameter(node)) this.handed.add(capability)
        return
      case "unsupported":
        return this.warn(`does not support ${node.name}:, which was ignored`)
      case "residual":
        if (!node.negated) this.steer(node)
    }
  }

  private pushOperator(node: Operator, capability: Capability): void {
    const text = this.operator(node)
    if (text === "") return
    this.pieces.push({
      text: (node.negated ? "-" : "") + text,
      need: node.negated ? 5 : node.name === "site" ? 0 : 3,
      alternatives: [],
      negative: node.negated,
      capability
    })
  }

  private addParameter(node: Operator): boolean {
    switch (node.name) {
      case "site":
        if (node.negated && node.value.path !== "") return false
        if (node.negated) this.exclude.push(node.value.host)
        else this.include.push([node.value.host])
        return true
      case "filetype":
        if (node.negated) return false
        this.fileTypes.push(node.value)
        return true
      case "after":
      case "before":
        if (node.negated) return false
        this.single[node.name] = node.value
        return true
      case "related":
        if (node.negated) return false
        this.single.related = node.value
        return true
      case "imagesize":
        if (node.negated) return false
        this.single.imageSize = node.value
        return true
      case "larger":
        if (node.negated) return false
        this.single.largerThan = node.value
        return true
      default:
        return false
    }
  }

  private steer(node: Operator): void {
    const isContent = node.name === "intitle" || node.name === "intext"
    // Words of a URL need not be on the page, so they may only be hints.
    const isHint = (node.name === "filetype" || node.name === "inurl") && this.dialect.semantic === true
    if (!isContent && !isHint) return
    const words = node.value.match(/[\p{L}\p{N}]{2,}/gu) ?? []
    if (words.length > 0) this.push(words.join(" "), 5)
  }

  private addAlternatives(node: Or): void {
    const hosts = siteHosts(node)
    if (hosts !== undefined && this.support("site") === "parameter") {
      this.include.push(hosts)
      this.handed.add("site")
      return
    }
    if (this.support("or") !== "native" && hosts !== undefined) {
      return this.warn("cannot search several sites at once; its results were filtered")
    }
    if (this.support("or") !== "native" && this.dialect.semantic === true) return this.addTogether(node)
    const alternatives = node.items.map((item) => this.alternative(item))
    const possible = alternatives.filter((text) => text !== undefined)
    if (this.support("or") !== "native") {
      this.warn("does not support OR; its results were filtered by title and description")
      return this.postpone(possible.slice(0, 1))
    }
    // If one alternative were dropped, only the others would be found.
    if (possible.length < alternatives.length) {
      this.warn("cannot search all alternatives of an OR; its results were filtered")
      return this.postpone(possible)
    }
    this.pieces.push(alternativesPiece(possible, hosts === undefined ? 2 : 0))
    if (hosts !== undefined) this.handed.add("site")
  }

  private postpone(alternatives: ReadonlyArray<string>): void {
    if (alternatives.length > 0) this.postponed.push(alternativesPiece(alternatives, 2))
  }

  /** For a provider that treats words as hints: adds the words of all alternatives. */
  private addTogether(node: Or): void {
    this.warn("does not support OR; the words of all alternatives were searched together")
    for (const item of node.items) {
      if (item.negated) continue
      if (item._tag === "Word") this.push(this.word(item.value), 2)
      else if (item._tag === "Phrase") this.push(item.value, 2)
      else if (item._tag === "Operator") this.steer(item)
      else this.addTogether({ ...item, _tag: "Or" })
    }
  }

  /** Returns `undefined` if the provider would misread the text. */
  private alternative(node: Node): string | undefined {
    switch (node._tag) {
      case "Word":
        if (!node.negated) return this.word(node.value)
        return this.support("-word") === "native" ? this.excluded(this.word(node.value)) : undefined
      case "Phrase":
        if (!node.negated) return this.support("phrase") === "native" ? this.quoted(node.value) : node.value
        return this.support("-phrase") === "native" ? this.excluded(this.quoted(node.value)) : undefined
      case "Operator":
        return this.alternativeOperator(node)
      case "And":
      case "Or": {
        if (node.negated) return undefined
        const items = node.items.map((item) => this.alternative(item)).filter((text) => text !== undefined)
        if (items.length === 0 || (node._tag === "And" && items.length < node.items.length)) return items[0]
        return node._tag === "Or" ? group(items) : `(${items.join(" ")})`
      }
    }
  }

  private alternativeOperator(node: Operator): string | undefined {
    if (node.name === "allinurl" || node.name === "allintitle") {
      const name = node.name === "allinurl" ? "inurl" : "intitle"
      if (node.negated || this.support(name) !== "native") return undefined
      const each = node.value.map((value) => this.operator({ ...node, name, value }))
      return each.length === 1 ? each[0] : `(${each.join(" ")})`
    }
    if ((node.name === "imagesize" || node.name === "larger") && !this.images) return undefined
    if (this.support(`${node.negated ? "-" : ""}${node.name}`) !== "native") return undefined
    const text = this.operator(node)
    return text === "" ? undefined : (node.negated ? "-" : "") + text
  }

  private operator(node: Operator): string {
    return this.dialect.write?.(node) ?? `${node.name}:${this.argument(argument(node.value))}`
  }

  private argument(value: string): string {
    if (/\s/.test(value)) return this.quoted(value.replaceAll("\"", ""))
    return /[()]/.test(value) && !value.includes("\"") ? this.quoted(value) : value
  }

  private word(value: string): string {
    // These words are literal in the query, but the engine would read them as operators.
    if (/^(?:OR|AND|NOT|\|)$/.test(value)) return `"${value}"`
    return this.dialect.escapeWord?.(value) ?? value
  }

  private quoted(value: string): string {
    return `"${this.dialect.escapePhrase?.(value) ?? value}"`
  }

  private support(capability: Capability): Support {
    return support(this.dialect, capability)
  }

  private excluded(text: string): string {
    return this.dialect.exclude?.(text) ?? `-${text}`
  }

  private push(text: string, need: Need, negative = false): void {
    if (text !== "") this.pieces.push({ text, need, alternatives: [], negative })
  }

  private warn(what: string): void {
    this.plain(`${this.dialect.name} ${what}.`)
  }

  private plain(sentence: string): void {
    if (!this.warnings.includes(sentence)) this.warnings.push(sentence)
  }
}

const alternativesPiece = (alternatives: ReadonlyArray<string>, need: Need): Piece => ({
  text: group(alternatives),
  need,
  alternatives,
  negative: false
})

const argument = (value: string | HostTarget | ImageSize | ReadonlyArray<string>): string => {
  if (typeof value === "string") return value
  if ("host" in value) return value.host + value.path
  return "width" in value ? `${value.width}x${value.height}` : value.join(" ")
}

const siteHosts = (node: Or): ReadonlyArray<string> | undefined => {
  const hosts: Array<string> = []
  for (const item of node.items) {
    if (item._tag !== "Operator" || item.name !== "site" || item.negated) return undefined
    hosts.push(item.value.host)
  }
  return hosts
}

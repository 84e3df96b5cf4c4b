import * as CodeUnit from "../CodeUnit.ts"
import { fileExtension, hostTarget, imageSize, isoDate } from "../OperatorValue.ts"
import type { Warning } from "../Query.ts"
import type { HostTarget, ImageSize, ListOperator, Node, OperatorName } from "../QueryNode.ts"
import * as Unit from "../Unit.ts"
import { CallArguments } from "./callArguments.ts"
import * as CommandLine from "./commandLine.ts"
import { allMarks, clean, collapse, isQuote, marks, plainAscii } from "./queryText.ts"

type WarningCode = Warning["code"]

const names = new Map<string, OperatorName>([
  ["site", "site"],
  ["filetype", "filetype"],
  ["ext", "filetype"],
  ["inurl", "inurl"],
  ["allinurl", "allinurl"],
  ["intitle", "intitle"],
  ["allintitle", "allintitle"],
  ["intext", "intext"],
  ["related", "related"],
  ["imagesize", "imagesize"],
  ["larger", "larger"],
  ["before", "before"],
  ["after", "after"]
])
const MAX_OPERATOR_NAME_CHARACTERS = 10

/** Maximum depth of parentheses. Deeper ones are ignored. */
const DEEPEST = 32

const MINUS_SIGN = "\u2212"

/** Matches a number below zero. It needs a unit. A unit of a single letter must be a separate word. */
const belowZero =
  /-\d+(?:[.,]\d+)?(?: ?[\u00b0\u2103\u2109]| (?:[CFKVAW]|degrees?|[mk]V|[mk]A|[mk]?W|k?Hz|dBm?|[hk]?Pa|mbar|bar|[kMm]?eV|k?J)(?![^ )]))/y

export const isBelowZero = (text: string, position = 0): boolean => {
  belowZero.lastIndex = position
  return belowZero.test(text)
}

/** Matches a number that may be a measure without its sign. Years and other long numbers are excluded on purpose. */
const shortNumber = /^\d{1,3}(?:[.,]\d+)?\p{L}{0,3}$/u

const connectives = new Set(["OR", "AND", "NOT", "|"])

/** Matches signs such as `->` and `-=`. They cannot be excluded, because the index has no terms for them. */
const onlySigns = /^[!#-'*+,./:;<=>?@[\\\]^_`{|}~-]+$/

/** Matches a name with a sign of code at its end, as in `-webkit-line-clamp: 3`. It is not an exclusion. */
const unfinished = /^[^\s"():]+[:;{=]$/

const optionName = /^-([\w:.]+)$/

/** Matches characters of code that the value of an option may contain. Words of a search do not. */
const codeInValue = /[=;{}[\]%$\\<>]/

const MAX_QUOTED_QUERY_CHARACTERS = 40

interface Frame {
  readonly items: Array<Node>
  readonly negated: boolean
  or: string | undefined
  not: boolean
  and: boolean
}

const frame = (negated: boolean): Frame => ({ items: [], negated, or: undefined, not: false, and: false })

class Parser {
  private readonly text: string
  private position = 0
  private quotesLeft = true
  private readonly calls: CallArguments
  private readonly stack: Array<Frame> = []
  /** The query as a command line: `null` if it is other text, and `undefined` until it is read. */
  private readLine: CommandLine.Line | null | undefined = undefined
  private hosts: Map<string, HostTarget | undefined> | undefined = undefined
  private current: Frame = frame(false)
  private ignoredOpen = 0
  private list: { name: ListOperator["name"]; negated: boolean; raw: string; values: Array<string> } | undefined =
    undefined
  readonly warnings = new Map<WarningCode, string>()

  constructor(text: string) {
    this.text = text
    this.calls = new CallArguments(text)
  }

  run(): Array<Node> {
    const text = this.text
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position)
      if (code === Unit.SPACE) {
        this.position++
        continue
      }
      if (code === Unit.HYPHEN) {
        const next = text.charCodeAt(this.position + 1)
        if (next === Unit.SPACE || Number.isNaN(next)) {
          this.position++
          continue
        }
        if (next !== Unit.HYPHEN) {
          if (this.calls.isArgument(this.position) || CodeUnit.isDigit(next) && isBelowZero(this.text, this.position)) {
            this.withSign()
            continue
          }
          this.position++
          if (this.isSign()) this.addText("Word", this.readWord(), false)
          else if (this.isOption()) this.option()
          else this.token(next, true)
          continue
        }
      }
      this.token(code, false)
    }
    this.closeList()
    if (this.stack.length > 0 || this.ignoredOpen > 0) this.warn("unbalanced-paren", "(")
    return this.dissolve()
  }

  private token(code: number, minus: boolean): void {
    const isNot = this.current.not && code !== Unit.CLOSE_PARENTHESIS
    const negated = minus || isNot
    if (isNot) this.current.not = false
    if (code === Unit.OPEN_PARENTHESIS) return this.open(negated)
    if (code === Unit.CLOSE_PARENTHESIS && this.stack.length > 0) return this.close()
    if (isQuote(code) && !(minus || isNot) && this.isPastedQuote()) return this.pastedQuote()
    if (isQuote(code)) return this.quoted(negated)
    const colon = this.nameEnd(code)
    if (colon !== 0) {
      const name = names.get(this.text.slice(this.position, colon).toLowerCase())
      if (name !== undefined) return this.operator(name, colon + 1, negated)
    }
    const start = this.position
    const word = this.readWord()
    if (this.stack.length === 0) this.calls.find(start, word)
    if (minus && shortNumber.test(word)) this.warn("excluded-number", `-${word}`)
    if (!negated && connectives.has(word) && this.stack.length === 0 && this.line?.isPasted === true) {
      this.warn("pasted-operator", word)
      return this.addText("Word", word.toLowerCase(), false)
    }
    if (!negated && word === "|" && this.stack.length === 0 && this.line?.hasPipes === true) return this.closeList()
    if (!negated && (word === "OR" || word === "|")) return this.readOr(word)
    if (!negated && word === "AND") return this.readAnd()
    if (!negated && word === "NOT") return this.readNot()
    this.addWord(word, negated)
  }

  /** Adds a word. Quotation marks in pasted text are not part of it. */
  private addWord(word: string, negated: boolean): void {
    if (negated || !marks.test(word) || this.line?.isPasted !== true || this.stack.length > 0) {
      return this.addText("Word", word, negated)
    }
    this.addLiteral(word.replace(allMarks, ""))
  }

  private addLiteral(text: string): void {
    const [, name = "", value = ""] = operatorOf.exec(text) ?? []
    const words = names.has(name.toLowerCase()) ? [name, value] : [connectives.has(text) ? text.toLowerCase() : text]
    for (const word of words) if (word !== "") this.addText("Word", word, false)
  }

  private get line(): CommandLine.Line | null {
    if (this.readLine === undefined) this.readLine = CommandLine.lineOf(this.text) ?? null
    return this.readLine
  }

  private isOption(): boolean {
    if (this.stack.length > 0 || this.current.not || this.isOperator()) return false
    const word = this.next()
    return unfinished.test(word) || this.line?.isOption(word) === true
  }

  private isSign(): boolean {
    return !this.current.not && onlySigns.test(this.next())
  }

  private next(): string {
    const from = this.position
    let end = from
    for (; end < this.text.length; end++) {
      const code = this.text.charCodeAt(end)
      if (code === Unit.SPACE || code === Unit.CLOSE_PARENTHESIS && this.stack.length > 0) break
    }
    return this.text.slice(from, end)
  }

  private isPastedQuote(): boolean {
    if (this.stack.length > 0 || this.list !== undefined || this.line === null) return false
    if (this.line.isPasted) return true
    if (!this.line.hasValues) return false
    const end = this.closingQuote(this.position + 1)
    const value = end < 0 ? "" : this.text.slice(this.position + 1, end)
    const before = this.text.lastIndexOf(" ", this.position - 2)
    const option = optionName.exec(this.text.slice(before + 1, Math.max(0, this.position - 1)))
    return option !== null && (option[1]!.length === 1 || codeInValue.test(value))
  }

  private pastedQuote(): void {
    const end = this.closingQuote(this.position + 1)
    if (end < 0) {
      this.position++
      return
    }
    const quoted = this.text.slice(this.position, end + 1)
    this.position = end + 1
    this.warn("pasted-operator", quoted)
    for (const word of quoted.slice(1, -1).split(" ")) this.addLiteral(word.replace(/^[-(]+/, ""))
  }

  private isOperator(): boolean {
    const colon = this.nameEnd(this.text.charCodeAt(this.position))
    return colon !== 0 && names.has(this.text.slice(this.position, colon).toLowerCase())
  }

  /** Reads an option, because search engines would read its hyphen as an exclusion. */
  private option(): void {
    const word = this.readWord()
    this.warn("option-of-command", `-${word}`)
    this.addText("Word", word, false)
  }

  /** Reads a minus sign, which no search engine reads as an exclusion. */
  private withSign(): void {
    const negated = this.current.not
    this.current.not = false
    this.addText("Word", MINUS_SIGN + this.readWord().slice(1), negated)
  }

  private open(negated: boolean): void {
    this.closeList()
    this.position++
    if (this.stack.length >= DEEPEST) {
      this.warn("too-deep", "(")
      this.ignoredOpen++
      return
    }
    this.stack.push(this.current)
    this.current = frame(negated)
  }

  private close(): void {
    this.closeList()
    this.position++
    if (this.ignoredOpen > 0) {
      this.ignoredOpen--
      return
    }
    const closed = this.current
    this.flushOr(closed)
    this.current = this.stack.pop()!
    if (closed.items.length === 0) return
    if (closed.items.length > 1) {
      return this.add({ _tag: "And", items: closed.items, negated: closed.negated })
    }
    const only = closed.items[0]!
    this.add(closed.negated ? { ...only, negated: !only.negated } : only)
  }

  private dissolve(): Array<Node> {
    const open = [...this.stack, this.current]
    const outermost = open[0]!
    this.current = outermost
    for (let i = 1; i < open.length; i++) {
      for (const item of open[i]!.items) this.add(item)
      if (open[i]!.not) this.add({ _tag: "Word", value: "NOT", negated: false })
      if (open[i]!.or !== undefined) this.readOr(open[i]!.or!)
    }
    this.flushOr(outermost)
    return outermost.items
  }

  private quoted(negated: boolean): void {
    const end = this.closingQuote(this.position + 1)
    if (end < 0) {
      this.warn("unterminated-quote", this.text.slice(this.position, this.position + MAX_QUOTED_QUERY_CHARACTERS))
      this.position++
      return
    }
    const value = collapse(this.text.slice(this.position + 1, end))
    this.position = end + 1
    if (value === "") return this.warn("empty-phrase", "\"\"")
    this.addText("Phrase", value, negated)
  }

  private operator(name: OperatorName, start: number, negated: boolean): void {
    const text = this.text
    const from = this.position
    if (name === "allinurl" || name === "allintitle") {
      this.closeList()
      this.list = { name, negated, raw: text.slice(from, start), values: [] }
      this.position = start
      return
    }
    const code = text.charCodeAt(start)
    let value: string
    if (isQuote(code)) {
      const end = this.closingQuote(start + 1)
      this.position = end < 0 ? start + 1 : end + 1
      if (end < 0) this.warn("unterminated-quote", text.slice(from, from + MAX_QUOTED_QUERY_CHARACTERS))
      value = end < 0 ? this.readWord() : collapse(text.slice(start + 1, end))
    } else {
      this.position = start
      value = code === Unit.CLOSE_PARENTHESIS && this.stack.length > 0 ? "" : this.readWord()
    }
    const decoded = value === "" ? undefined : this.decode(name, value)
    if (decoded !== undefined) {
      this.closeList()
      return this.add({ _tag: "Operator", name, value: decoded, negated } as Node)
    }
    const raw = text.slice(from, this.position)
    this.warn(value === "" ? "operator-without-value" : "invalid-operator-value", raw)
    this.addText("Word", raw, negated)
  }

  private decode(name: OperatorName, value: string): string | HostTarget | ImageSize | undefined {
    switch (name) {
      case "site":
      case "related":
        return this.host(value)
      case "filetype":
        return fileExtension(value)
      case "imagesize":
      case "larger":
        return imageSize(value)
      case "before":
      case "after":
        return isoDate(value)
      default:
        return value
    }
  }

  // International names are slow to convert, and long lists of sites repeat them, so results are cached.
  private host(value: string): HostTarget | undefined {
    if (plainAscii.test(value)) return hostTarget(value)
    this.hosts ??= new Map()
    if (!this.hosts.has(value)) this.hosts.set(value, hostTarget(value))
    return this.hosts.get(value)
  }

  private readOr(word: string): void {
    this.closeList()
    this.flushOr(this.current)
    this.current.or = word
  }

  /** Reads an `AND`, which requires the nodes on both sides. After an `allin` list, it only ends the list. */
  private readAnd(): void {
    if (this.list !== undefined) return this.closeList()
    this.current.and = this.current.items.length > 0
  }

  private readNot(): void {
    this.closeList()
    this.current.not = true
  }

  /** Ends an `OR`. Without a right side, its alternatives are plain words. */
  private flushOr(target: Frame): void {
    target.and = false
    if (target.not) {
      target.not = false
      target.items.push({ _tag: "Word", value: "NOT", negated: false })
    }
    if (target.or === undefined) return
    target.items.push({ _tag: "Word", value: target.or, negated: false })
    target.or = undefined
  }

  private addText(tag: "Word" | "Phrase", value: string, negated: boolean): void {
    if (this.list !== undefined) {
      if (!negated) {
        this.list.values.push(value)
        return
      }
      this.closeList()
    }
    this.add({ _tag: tag, value, negated })
  }

  private closeList(): void {
    const list = this.list
    if (list === undefined) return
    this.list = undefined
    if (list.values.length > 0) {
      return this.add({ _tag: "Operator", name: list.name, value: list.values, negated: list.negated })
    }
    this.warn("operator-without-value", list.raw)
    this.add({ _tag: "Word", value: list.raw, negated: list.negated })
  }

  private add(added: Node): void {
    const { current } = this
    const items = current.items
    const node = current.and ? demanded(added) : added
    if (current.and) items[items.length - 1] = demanded(items.at(-1)!)
    current.and = false
    if (current.or === undefined || items.length === 0) {
      if (current.or !== undefined) this.flushOr(current)
      items.push(node)
      return
    }
    current.or = undefined
    const left = items[items.length - 1]!
    if (left._tag === "Or" && !left.negated) (left.items as Array<Node>).push(node)
    else items[items.length - 1] = { _tag: "Or", items: [left, node], negated: false }
  }

  private nameEnd(first: number): number {
    if (!CodeUnit.isLetter(first)) return 0
    const last = this.position + MAX_OPERATOR_NAME_CHARACTERS
    for (let i = this.position + 1; i <= last; i++) {
      const code = this.text.charCodeAt(i)
      if (code === Unit.COLON) return i
      if (!CodeUnit.isLetter(code)) return 0
    }
    return 0
  }

  private readWord(): string {
    const text = this.text
    const from = this.position
    const grouped = this.stack.length > 0
    let open = 0
    let i = from
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === Unit.SPACE) break
      if (!grouped) continue
      if (code === Unit.OPEN_PARENTHESIS) open++
      else if (code === Unit.CLOSE_PARENTHESIS && --open < 0) break
    }
    this.position = i
    return text.slice(from, i)
  }

  private closingQuote(from: number): number {
    if (!this.quotesLeft) return -1
    for (let i = from; i < this.text.length; i++) if (isQuote(this.text.charCodeAt(i))) return i
    this.quotesLeft = false
    return -1
  }

  private warn(code: WarningCode, text: string): void {
    if (!this.warnings.has(code)) this.warnings.set(code, text.slice(0, MAX_QUOTED_QUERY_CHARACTERS))
  }
}

const operatorOf = new RegExp(`^([a-z]{1,${MAX_OPERATOR_NAME_CHARACTERS}}):(.*)$`, "i")

const demanded = (node: Node): Node =>
  !node.negated && (node._tag === "Word" || node._tag === "And") ? { ...node, required: true } : node

export const parse = (
  text: string
): { readonly nodes: ReadonlyArray<Node>; readonly warnings: ReadonlyMap<WarningCode, string> } => {
  const parser = new Parser(clean(text))
  return { nodes: parser.run(), warnings: parser.warnings }
}

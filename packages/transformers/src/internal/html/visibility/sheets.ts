/**
 * The rules of style sheets that a page carries with it: read in one pass, with what decides about visibility only.
 *
 * Nothing is fetched and nothing is laid out. Comments, strings, escapes, nesting, layers, `@media` and `@supports` are
 * read as CSS Syntax 3 and CSS Nesting 1 have them.
 *
 * @since 0.2.0
 */
import { longhands } from "./declarations.ts"
import { isMedia } from "./media.ts"
import { Parts } from "./ruleSelectors.ts"

/** One property of a rule. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly important: boolean
}

export interface Rule {
  readonly selector: Parts
  readonly declarations: ReadonlyArray<Declaration>
  /** Place of its layer; rules outside of layers have the last. */
  readonly layer: number
}

export interface Sheets {
  /** Those that may be about the page. */
  readonly rules: ReadonlyArray<Rule>
  /** Colours of grounds in all rules, as written. */
  readonly grounds: ReadonlyArray<string>
  /** Names of `@keyframes` that end, or pass, where something shows. */
  readonly keyframes: ReadonlySet<string>
}

/** Characters of all sheets of a page that are read; the sheets of the largest sites have 1.5 million. */
const MOST_CHARACTERS = 2_000_000

/** Rules that are kept; each says something about visibility. */
const MOST_RULES = 20_000

/** Blocks within blocks; deeper ones are passed over. */
const DEEPEST_BLOCK = 12

/** Characters of one selector with all that it is nested in. */
const LONGEST_SELECTOR = 1000

/** The layer of what is in none: behind all others. */
export const UNLAYERED = 1_000_000

interface Block {
  /** What its declarations are of; `undefined` in a block that holds rules only. */
  readonly selector: string | undefined
  readonly isActive: boolean
  /** Its elements are not on the page: of its declarations only grounds count. */
  readonly isElsewhere: boolean
  readonly layer: number
  readonly layerName: string
  readonly keyframes: string | undefined
  readonly declarations: Array<Declaration>
}

/** Reads the texts of `<style>` elements, in document order; rules whose selector `concerns` nothing are left out. */
export const rulesOf = (sources: ReadonlyArray<string>, concerns: (selector: string) => boolean): Sheets => {
  const reader = new Reader(concerns)
  let left = MOST_CHARACTERS
  for (const source of sources) {
    reader.read(source.slice(0, left))
    left -= source.length
    if (left <= 0) break
  }
  return { rules: reader.rules, grounds: reader.grounds, keyframes: reader.keyframes }
}

class Reader {
  readonly rules: Array<Rule> = []
  readonly grounds: Array<string> = []
  readonly keyframes = new Set<string>()
  private readonly concerns: (selector: string) => boolean
  private readonly layers = new Map<string, number>()
  private blocks: Array<Block> = []
  /** Where the next block ends, as far as that was looked for. */
  private nextClose = -1

  constructor(concerns: (selector: string) => boolean) {
    this.concerns = concerns
  }

  read(source: string): void {
    this.blocks = []
    this.nextClose = -1
    let chunk = ""
    let from = 0
    let at = 0
    const { length } = source
    while (at < length) {
      const code = source.charCodeAt(at)
      if (code >= signs.length || signs[code] === 0) {
        at++
        continue
      }
      switch (code) {
        case 0x22:
        case 0x27:
          at = endOfString(source, at)
          break
        case 0x5c:
          at += 2
          break
        case 0x2f:
          if (source.charCodeAt(at + 1) !== 0x2a) {
            at++
            break
          }
          chunk += source.slice(from, at)
          at = behind(source, "*/", at + 2)
          from = at
          break
        case 0x28:
          at = endOfParentheses(source, at)
          break
        case 0x3b:
          this.statement(chunk + source.slice(from, at))
          chunk = ""
          from = ++at
          break
        case 0x7b:
          this.open(chunk + source.slice(from, at))
          chunk = ""
          at = this.behindEmpty(source, at + 1)
          from = at
          break
        case 0x7d:
          if (this.blocks.length === 0) {
            // it ends nothing, and makes the rule after it none
            at++
            break
          }
          this.statement(chunk + source.slice(from, at))
          this.close()
          chunk = ""
          from = ++at
          break
        default:
          at++
      }
    }
    // what is open at the end of a sheet is closed by it
    this.statement(chunk + source.slice(from))
    while (this.blocks.length > 0) this.close()
  }

  /** Behind a block that was just opened, when nothing in it counts: in few words, for most are like that. */
  private behindEmpty(source: string, at: number): number {
    if (this.top?.isElsewhere !== true) return at
    if (this.nextClose < at) {
      const found = source.indexOf("}", at)
      this.nextClose = found < 0 ? source.length : found
    }
    if (this.nextClose === source.length || notEmpty.test(source.slice(at, this.nextClose))) return at
    this.blocks.pop()
    return this.nextClose + 1
  }

  private get top(): Block | undefined {
    return this.blocks[this.blocks.length - 1]
  }

  private open(text: string): void {
    const prelude = text.trim()
    const around = this.top
    const within: Block = {
      selector: around?.selector,
      isActive: (around?.isActive ?? true) && this.blocks.length < DEEPEST_BLOCK,
      isElsewhere: around?.isElsewhere ?? false,
      layer: around?.layer ?? UNLAYERED,
      layerName: around?.layerName ?? "",
      keyframes: around?.keyframes,
      declarations: []
    }
    if (!prelude.startsWith("@")) {
      if (within.keyframes !== undefined) this.blocks.push(within)
      else this.blocks.push(this.ruleOf(nested(around?.selector, commentless(prelude)), within))
      return
    }
    const [, name = "", rest = ""] = /^@([\w-]+)([^]*)$/.exec(prelude) ?? []
    this.blocks.push(this.atRule(name.toLowerCase(), rest.trim(), within))
  }

  private ruleOf(selector: string, within: Block): Block {
    const isActive = within.isActive && !selector.includes("}")
    return { ...within, selector, isActive, isElsewhere: !isActive || !this.concerns(selector) }
  }

  private atRule(name: string, rest: string, within: Block): Block {
    switch (name) {
      case "media":
        return { ...within, isActive: within.isActive && isMedia(rest) }
      case "supports":
        return { ...within, isActive: within.isActive && isSupported(rest) }
      case "layer": {
        const layerName = `${within.layerName}.${rest === "" ? `#${this.layers.size}` : rest}`
        return { ...within, layerName, layer: this.layerOf(layerName) }
      }
      case "keyframes":
      case "-webkit-keyframes":
        return { ...within, keyframes: rest.replace(/^['"]|['"]$/g, "") }
      default:
        // fonts, pages, containers and scopes: nothing that is known to hold for the page as a whole
        return { ...within, isActive: false }
    }
  }

  private layerOf(name: string): number {
    const known = this.layers.get(name) ?? this.layers.size
    this.layers.set(name, known)
    return known
  }

  private statement(text: string): void {
    const block = this.top
    if (block !== undefined && block.isElsewhere && !mayCount.test(text)) return
    const trimmed = text.trim()
    if (trimmed === "") return
    if (trimmed.startsWith("@")) {
      const [, names] = /^@layer\s+([^]+)$/i.exec(trimmed) ?? []
      for (const name of names?.split(",") ?? []) this.layerOf(`${block?.layerName ?? ""}.${name.trim()}`)
      return
    }
    if (block === undefined || !block.isActive) return
    if (block.keyframes !== undefined) {
      if (showsInFrame.test(trimmed)) this.keyframes.add(block.keyframes)
    } else if (block.selector !== undefined) block.declarations.push(...longhands(trimmed))
  }

  private close(): void {
    const block = this.blocks.pop()
    if (block === undefined || block.selector === undefined || block.declarations.length === 0) return
    if (block.selector.length > LONGEST_SELECTOR || this.rules.length >= MOST_RULES) return
    for (const { property, value } of block.declarations) {
      if (property !== "background-color") continue
      if (value !== "currentcolor") this.grounds.push(value)
      else for (const other of block.declarations) if (other.property === "color") this.grounds.push(other.value)
    }
    if (block.isElsewhere) return
    this.rules.push({ selector: new Parts(block.selector), declarations: block.declarations, layer: block.layer })
  }
}

/** 1 for each character that ends or begins something in a sheet. */
const signs = new Uint8Array(0x80)
for (const sign of "\"'\\/(;{}") signs[sign.charCodeAt(0)] = 1

/** What a block is read for though its rule is about nothing on the page, and what may hide its end. */
const notEmpty = /[{"'(/\\@]|background/i

/** Statements that count in a rule about nothing on the page: grounds, layers, and what escapes may hide. */
const mayCount = /^\s*(?:background|[@\\])/i

const showsInFrame =
  /^(?:opacity\s*:\s*(?:1|0?\.[2-9]|[2-9]\d%|100%)|visibility\s*:\s*visible|transform\s*:\s*(?:none|translate|scale\(1))/i

/** Whether a browser has what a sheet asks for: newer ones have nearly all of it, but no display that there is not. */
const isSupported = (condition: string): boolean => {
  if (/^not\b|selector\(/i.test(condition)) return false
  const [, display] = /\(\s*display\s*:\s*([\w-]+)/i.exec(condition) ?? []
  return display === undefined || displays.test(display)
}

const displays =
  /^(?:inline|block|contents|none|flow|ruby|grid|flex|table|list-item|run-in|math)(?:-|$)|^-(?:webkit|ms|moz)-/i

const commentless = (selector: string): string => selector.replace(/\s+/g, " ")

/** A selector within another: `&` is the one around; without it the one around comes first. */
const nested = (around: string | undefined, selector: string): string => {
  if (around === undefined) return selector
  // a selector that has grown beyond all measure is dropped where it ends
  if (around.length + selector.length > LONGEST_SELECTOR) return around + selector
  const parts = selector.split(",").map((part) => {
    const own = part.trim()
    return own.includes("&") ? own.replaceAll("&", `:is(${around})`) : `:is(${around}) ${own}`
  })
  return parts.join(", ")
}

const behind = (source: string, end: string, from: number): number => {
  const at = source.indexOf(end, from)
  return at < 0 ? source.length : at + end.length
}

/** Behind a string; one that does not end ends with its line. */
const endOfString = (source: string, at: number): number => {
  const quote = source.charCodeAt(at)
  for (let i = at + 1; i < source.length; i++) {
    const code = source.charCodeAt(i)
    if (code === quote || code === 0x0a) return i + 1
    if (code === 0x5c) i++
  }
  return source.length
}

/** Behind a bracket, with all brackets and strings in it: an address of an image may hold anything. */
const endOfParentheses = (source: string, at: number): number => {
  let depth = 0
  for (let i = at; i < source.length; i++) {
    switch (source.charCodeAt(i)) {
      case 0x28:
        depth++
        break
      case 0x29:
        if (--depth === 0) return i + 1
        break
      case 0x22:
      case 0x27:
        i = endOfString(source, i) - 1
        break
      case 0x5c:
        i++
        break
      case 0x7b:
      case 0x7d:
        // nobody closed the bracket: the block goes on
        return i
      default:
        break
    }
  }
  return source.length
}

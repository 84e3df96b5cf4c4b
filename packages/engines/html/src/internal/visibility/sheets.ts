/**
 * Parses a page's embedded style sheets in one pass. Only rules that affect visibility are kept.
 *
 * Nothing is fetched and no layout is computed. Comments, strings, escapes, nesting, layers, `@media` and `@supports`
 * are parsed by CSS Syntax 3 and CSS Nesting 1.
 *
 * @since 0.2.0
 */
import {
  behind,
  behindBlock,
  endOfParentheses,
  endOfPlainBlock,
  endOfString,
  listOf,
  nextOf,
  uncommented
} from "./brackets.ts"
import { LATER, NEVER, NOW } from "./concerns.ts"
import { rangeOf } from "./lengths.ts"
import { isMedia } from "./media.ts"
import { Selectors } from "./ruleSelectors.ts"
import { isSupported } from "./supports.ts"
import { type Declared, declaredIn, WrittenRule, type WrittenSheet, WrittenSheets } from "./writtenRules.ts"

export interface Rule extends Declared {
  readonly selectors: Selectors
  readonly isNow: boolean
  /** Index of the rule's cascade layer; rules without a layer have the highest index. */
  readonly layer: number
  readonly order: number
}

export interface Sheets {
  readonly rules: ReadonlyArray<Rule>
  /** Lower-case names of `@keyframes` with a frame that shows content. */
  readonly keyframes: ReadonlySet<string>
  /** For each `@keyframes`, by its lower-case name: the properties that hide content in the last frame. */
  readonly leaving: ReadonlyMap<string, ReadonlySet<string>>
  readonly registered: ReadonlyMap<string, string>
}

/** Maximum characters of all style sheets of a page. The largest sites have 1.5 million. */
const MAX_CHARACTERS_OF_SHEETS = 2_000_000

/** Maximum number of stored rules. Only rules that affect visibility are stored. */
const MAX_RULES = 20_000

const MAX_REGISTERED_VARIABLES = 2000
const MAX_INITIAL_VALUE_CHARACTERS = 400

const DEEPEST_BLOCK = 12

const MAX_CHARACTERS_OF_RULE_SELECTOR = 1000

const MAX_LAYER_CHARACTERS = 200

/** Minimum width in pixels that every container with text is assumed to have. */
const NARROWEST_CONTAINER = 200

/** Matches a declaration that creates a container, with its optional name. */
const container = /\bcontainer(?:-type\s*:\s*(?:inline-)?size|(?:-name)?\s*:\s*([\w-]+))/g

/** Layer number of rules without a layer, which take precedence over all layers. */
const UNLAYERED = 1_000_000

interface Block {
  /** The selector of the block's declarations; `undefined` for a block that holds only rules. */
  readonly selector: string | undefined
  readonly isActive: boolean
  readonly layer: number
  readonly layerName: string
  readonly keyframes: string | undefined
  readonly isEnd: boolean
  readonly registered: string | undefined
  readonly scope: { readonly root: string; readonly end: string | undefined } | undefined
  readonly statements: Array<string>
}

type ConcernOf = (text: string, from: number, to: number) => number

/** Parses the style sheets of a page. Those of a private page are not cached, and do not use the cache. */
export const rulesOf = (sources: ReadonlyArray<string>, concernOf: ConcernOf, isPrivate = false): Sheets => {
  const reader = new Reader(concernOf)
  let left = MAX_CHARACTERS_OF_SHEETS
  for (const source of sources) {
    const text = source.slice(0, left)
    const cached = isPrivate ? undefined : cache.of(text, written)
    if (cached === undefined) reader.read(text)
    else reader.take(cached)
    left -= source.length
    if (left <= 0) break
  }
  const { keyframes, leaving, registered, rules } = reader
  return { rules, keyframes, leaving, registered }
}

const cache = new WrittenSheets()

/** Reads a sheet for the cache. */
const written = (source: string): WrittenSheet => {
  const rules: Array<WrittenRule> = []
  const reader = new Reader(() => NOW, rules)
  reader.read(source)
  const { animations, keyframes, leaving, registered } = reader
  return { rules, keyframes, animations, leaving, registered }
}

class Reader {
  readonly rules: Array<Rule> = []
  readonly keyframes = new Set<string>()
  readonly leaving = new Map<string, Set<string>>()
  readonly registered = new Map<string, string>()
  readonly animations = new Set<string>()
  private readonly concernOf: ConcernOf
  /** Set if the sheet is read for the cache. Its rules are stored here. */
  private readonly written: Array<WrittenRule> | undefined
  private readonly layers = new Map<string, number>()
  private blocks: Array<Block> = []
  private readonly containers = new Set<string>()
  private readonly media = new Map<string, boolean>()

  constructor(concernOf: ConcernOf, written?: Array<WrittenRule>) {
    this.concernOf = concernOf
    this.written = written
  }

  /** Adds the rules of a cached sheet that may match on the page. */
  take({ animations, keyframes, leaving, registered, rules }: WrittenSheet): void {
    for (const name of keyframes) this.keyframes.add(name)
    for (const name of animations) this.leaving.delete(name)
    for (const [name, properties] of leaving) this.leaving.set(name, new Set(properties))
    for (const [name, value] of registered) this.register(name, value)
    for (const rule of rules) {
      if (this.rules.length >= MAX_RULES) return
      const concern = this.concernOf(rule.selector, 0, rule.selector.length)
      const declared = concern === NEVER ? undefined : rule.declared
      if (declared !== undefined) this.push(rule.selectors, declared, concern, UNLAYERED)
    }
  }

  read(source: string): void {
    this.blocks = []
    if (source.includes("@container")) {
      for (const [, name = ""] of source.matchAll(container)) this.containers.add(name)
    }
    let chunk = ""
    let from = 0
    let at = 0
    const { length } = source
    while (at < length) {
      at = nextOf(signs, source, at)
      switch (source.charCodeAt(at)) {
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
        case 0x7b: {
          const concern = chunk === "" ? this.concernOfPlain(source, from, at) : undefined
          const behindIt = concern === NEVER ? endOfPlainBlock(source, at + 1) + 1 : 0
          at = behindIt > 0 ? behindIt : this.open((chunk + source.slice(from, at)).trim(), source, at + 1, concern)
          chunk = ""
          from = at
          break
        }
        case 0x7d:
          if (this.blocks.length === 0) {
            // A stray closing brace ends no block, and makes the next rule invalid.
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
    // The end of a sheet closes all open blocks.
    this.statement(chunk + source.slice(from))
    while (this.blocks.length > 0) this.close()
  }

  /**
   * Returns whether a selector can match the page, by its text alone: `NEVER`, `LATER` or `NOW`. Returns `undefined` if
   * the selector depends on the block around it.
   */
  private concernOfPlain(source: string, from: number, at: number): number | undefined {
    const around = this.blocks[this.blocks.length - 1] ?? outermost
    if (around.selector !== undefined || around.keyframes !== undefined || around.registered !== undefined) {
      return undefined
    }
    return this.concernOf(source, from, at)
  }

  /**
   * Opens the block after a prelude. Returns the index at which to continue, which is after the
   * block if its end is already known. `concern` is the result of `concernOf` for the prelude, if it is known.
   */
  private open(prelude: string, source: string, at: number, concern: number | undefined): number {
    const around = this.blocks[this.blocks.length - 1]
    if (prelude.startsWith("@")) {
      const [, name = "", rest = ""] = /^@([\w-]+)([^]*)$/.exec(prelude) ?? []
      const block = this.atRule(name.toLowerCase(), rest.trim(), around ?? outermost)
      if (!block.isActive) return behindBlock(source, at)
      this.blocks.push(block)
      return at
    }
    if (around?.keyframes !== undefined) {
      this.blocks.push({ ...around, isEnd: endOfFrames.test(prelude), statements: [] })
      return at
    }
    if (this.blocks.length >= DEEPEST_BLOCK || prelude.includes("}")) return behindBlock(source, at)
    const selector = around?.scope === undefined || around.selector !== around.scope.root
      ? nested(around?.selector, commentless(prelude))
      : withinScope(around.scope, commentless(prelude))
    const stop = endOfPlainBlock(source, at)
    if (stop >= 0) {
      this.add(selector, uncommented(source.slice(at, stop)), around ?? outermost, concern)
      return stop + 1
    }
    this.blocks.push({ ...around ?? outermost, selector, statements: [] })
    return at
  }

  private atRule(name: string, rest: string, around: Block): Block {
    const within = { ...around, isActive: this.blocks.length < DEEPEST_BLOCK, statements: [] }
    switch (name) {
      case "media":
        return { ...within, isActive: within.isActive && this.isMedia(rest) }
      case "supports":
        return { ...within, isActive: within.isActive && isSupported(rest) }
      case "layer": {
        const layerName = `${within.layerName}.${rest === "" ? `#${this.layers.size}` : rest}`.slice(
          0,
          MAX_LAYER_CHARACTERS
        )
        return { ...within, layerName, layer: this.layerOf(layerName) }
      }
      case "container":
        return { ...within, isActive: within.isActive && this.holdsInAny(rest) }
      case "scope":
        return { ...within, isActive: within.isActive && rest.startsWith("("), ...scoped(rest, around.selector) }
      case "keyframes":
      case "-webkit-keyframes": {
        const keyframes = rest.replace(/^['"]|['"]$/g, "")
        // the last keyframes with a name win
        this.leaving.delete(keyframes.toLowerCase())
        this.animations.add(keyframes.toLowerCase())
        return { ...within, keyframes }
      }
      case "property":
        return { ...within, isActive: within.isActive && rest.startsWith("--"), registered: rest }
      default:
        // Fonts, page rules and unknown rules hide nothing.
        return { ...within, isActive: false }
    }
  }

  /**
   * Returns whether a container query is true in every container that the sheets name. Without layout, only small
   * minimum sizes are known to be true.
   */
  private holdsInAny(query: string): boolean {
    const [, name, condition = ""] = /^(?!not\b)([\w-]+)?\s*(\(.*)$/.exec(query.trim()) ?? []
    const [, least] =
      /^\(\s*(?:min-(?:width|inline-size)\s*:|(?:width|inline-size)\s*>=?)([^()]+)\)$/.exec(condition) ?? []
    const range = least === undefined ? undefined : rangeOf(least)
    if (range === undefined || range.most > NARROWEST_CONTAINER) return false
    return name === undefined ? this.containers.size > 0 : this.containers.has(name)
  }

  private isMedia(query: string): boolean {
    let known = this.media.get(query)
    if (known === undefined) this.media.set(query, known = isMedia(query))
    return known
  }

  private layerOf(name: string): number {
    const known = this.layers.get(name) ?? this.layers.size
    this.layers.set(name, known)
    return known
  }

  private statement(text: string): void {
    const trimmed = text.trim()
    if (trimmed === "") return
    const block = this.blocks[this.blocks.length - 1]
    if (trimmed.startsWith("@")) {
      const [, names] = /^@layer\s+([^]+)$/i.exec(trimmed) ?? []
      for (const name of names?.split(",") ?? []) this.layerOf(`${block?.layerName ?? ""}.${name.trim()}`)
      return
    }
    if (block === undefined) return
    if (block.registered !== undefined) this.registerIn(block.registered, trimmed)
    else if (block.keyframes !== undefined) {
      if (showsInFrame.test(trimmed)) this.keyframes.add(block.keyframes.toLowerCase())
      else if (block.isEnd) this.leave(block.keyframes.toLowerCase(), trimmed)
    } else if (block.selector !== undefined) block.statements.push(trimmed)
  }

  private leave(name: string, statement: string): void {
    const property = hidesInFrame.exec(statement)?.[1]
    if (property === undefined) return
    const properties = this.leaving.get(name) ?? new Set()
    this.leaving.set(name, properties.add(property.toLowerCase()))
  }

  private registerIn(name: string, statement: string): void {
    const [, value] = /^initial-value\s*:([^]*)$/i.exec(statement) ?? []
    if (value !== undefined && value.length <= MAX_INITIAL_VALUE_CHARACTERS) this.register(name, value.trim())
  }

  /** Stores the initial value of a variable. The last registration of a name wins. */
  private register(name: string, value: string): void {
    if (this.registered.has(name) || this.registered.size < MAX_REGISTERED_VARIABLES) this.registered.set(name, value)
  }

  private close(): void {
    const block = this.blocks.pop()
    if (block === undefined || block.selector === undefined || block.statements.length === 0) return
    this.add(block.selector, block.statements.join(";"), block)
  }

  private add(selector: string, body: string, { layer }: Block, known?: number): void {
    if (selector.length > MAX_CHARACTERS_OF_RULE_SELECTOR || this.rules.length >= MAX_RULES) return
    if (this.written !== undefined) {
      this.written.push(new WrittenRule(selector, body))
      return
    }
    const concern = known ?? this.concernOf(selector, 0, selector.length)
    const declared = concern === NEVER ? undefined : declaredIn(body)
    if (declared !== undefined) this.push(new Selectors(selector), declared, concern, layer)
  }

  private push(selectors: Selectors, { bits, declarations, variables }: Declared, concern: number, layer: number) {
    const order = this.rules.length
    this.rules.push({ selectors, isNow: concern !== LATER, declarations, variables, bits, layer, order })
  }
}

const outermost: Block = {
  selector: undefined,
  isActive: true,
  layer: UNLAYERED,
  layerName: "",
  keyframes: undefined,
  isEnd: false,
  registered: undefined,
  scope: undefined,
  statements: []
}

const signs = /["'\\/(;{}]/g

const showsInFrame =
  /^(?:opacity\s*:\s*(?:1|0?\.[2-9]|[2-9]\d%|100%)|visibility\s*:\s*visible|transform\s*:\s*(?:none|translate|scale\(1))/i

const endOfFrames = /(?:^|,)\s*(?:to|100%)\s*(?:$|,)/i

/** Matches a declaration that hides elements in the last frame. Important declarations are invalid in frames. */
const hidesInFrame = /^(opacity(?=\s*:\s*0(?:\.0*)?%?$)|visibility(?=\s*:\s*hidden$)|display(?=\s*:\s*none$))/i

const scoped = (prelude: string, around: string | undefined): Partial<Block> => {
  const stop = endOfParentheses(prelude, 0)
  const root = prelude[stop - 1] === ")" ? prelude.slice(1, stop - 1) : ""
  const rest = prelude.slice(stop).trim()
  const [, end] = /^to\s*\(([^]*)\)$/.exec(rest) ?? []
  if (root === "" || rest !== "" && end === undefined) return { isActive: false }
  const whole = nested(around, root)
  return { selector: whole, scope: { root: whole, end } }
}

/** Restricts a selector to a scope: its root and descendants, down to its lower limit. */
const withinScope = (
  { end, root }: { readonly root: string; readonly end: string | undefined },
  selector: string
): string => {
  if (root.length + selector.length > MAX_CHARACTERS_OF_RULE_SELECTOR) return root + selector
  const limit = end === undefined ? "" : `:not(:is(${end}),:is(${end}) *)`
  return listOf(selector).map((part) => {
    const own = part.trim()
    const isAbout = /:scope|&/.test(own)
    return isAbout ? own.replace(/:scope|&/g, `:is(${root})`) + limit : `:is(${root}) ${own}${limit}`
  }).join(", ")
}

const commentless = (selector: string): string => wideSpace.test(selector) ? selector.replace(/\s+/g, " ") : selector

const wideSpace = /[^\S ]| {2}/

/** Resolves a nested selector: `&` is the parent selector; without `&`, the parent selector is prepended. */
const nested = (around: string | undefined, selector: string): string => {
  if (around === undefined) return selector
  // A selector that is too long is dropped, so it is not expanded further.
  if (around.length + selector.length > MAX_CHARACTERS_OF_RULE_SELECTOR) return around + selector
  const parts = listOf(selector).map((part) => {
    const own = part.trim()
    return own.includes("&") ? own.replaceAll("&", `:is(${around})`) : `:is(${around}) ${own}`
  })
  return parts.join(", ")
}

/**
 * Caches style sheets that several pages contain, in a form that does not depend on a page. The pages of a site often
 * embed the same sheets, so their rules are parsed once.
 *
 * @since 0.4.0
 */
import { hashOf } from "../tape/hash.ts"
import { bitsOf, type Declaration, declarationsOf } from "./declarations.ts"
import { Selectors } from "./ruleSelectors.ts"

/** The parsed declarations of a rule. */
export interface Declared {
  /** The declarations without variables. */
  readonly declarations: ReadonlyArray<Declaration>
  /** The variables that the rule sets, by name. */
  readonly variables: ReadonlyMap<string, Declaration>
  /** Bits of all properties. */
  readonly bits: number
}

/** Parses a block without nested blocks. Returns `undefined` if all of its properties leave elements visible. */
export const declaredIn = (body: string): Declared | undefined => {
  const all = declarationsOf(body)
  if (all.length === 0) return undefined
  const own = all.filter(({ property }) => isVariable(property))
  return {
    declarations: own.length === 0 ? all : all.filter(({ property }) => !isVariable(property)),
    variables: own.length === 0 ? noVariables : new Map(own.map((one) => [one.property, one])),
    bits: bitsOf(all)
  }
}

const isVariable = (property: string): boolean => property.startsWith("--")

const noVariables: ReadonlyMap<string, Declaration> = new Map()

/** A rule of a cached sheet. It is parsed when the first page needs it. */
export class WrittenRule {
  readonly selector: string
  private readonly body: string
  private selectorList: Selectors | undefined
  private parsed: Declared | "nothing" | undefined

  constructor(selector: string, body: string) {
    this.selector = selector
    this.body = body
  }

  get selectors(): Selectors {
    return this.selectorList ??= new Selectors(this.selector)
  }

  get declared(): Declared | undefined {
    this.parsed ??= declaredIn(this.body) ?? "nothing"
    return this.parsed === "nothing" ? undefined : this.parsed
  }
}

/** A sheet whose rules do not depend on other sheets or on the page. */
export interface WrittenSheet {
  readonly rules: ReadonlyArray<WrittenRule>
  readonly keyframes: ReadonlySet<string>
  /** The lower-case names of all `@keyframes`. They replace those of earlier sheets. */
  readonly animations: ReadonlySet<string>
  readonly leaving: ReadonlyMap<string, ReadonlySet<string>>
  readonly registered: ReadonlyMap<string, string>
}

/** A shorter sheet is parsed faster than it is compared. */
const MIN_CACHED_SHEET_CHARACTERS = 1000
/** Maximum characters of all cached sheets. With their rules, the cache takes about 13 MB. */
const MAX_CACHED_CHARACTERS = 4_000_000
/** Number of sheets that are remembered, by a hash, before they occur for the second time. */
const MAX_REMEMBERED_SHEETS = 1000

/** Matches rules whose meaning depends on the sheets before them. */
const dependent = /@(?:layer|container)/i

/** The cached sheets, with the least recently used one first. A sheet is cached at its second occurrence. */
export class WrittenSheets {
  private readonly sheets = new Map<string, WrittenSheet>()
  /** Hashes of sheets that occurred once. A collision only caches a sheet at its first occurrence. */
  private readonly once = new Set<number>()
  private characters = 0

  /** Returns a cached sheet; `undefined` if it occurs for the first time, or cannot be cached. */
  of(source: string, read: (source: string) => WrittenSheet): WrittenSheet | undefined {
    if (source.length < MIN_CACHED_SHEET_CHARACTERS) return undefined
    const known = this.sheets.get(source)
    if (known !== undefined) {
      this.sheets.delete(source)
      this.sheets.set(source, known)
      return known
    }
    const hash = hashOf(source)
    if (!this.once.has(hash)) {
      if (this.once.size >= MAX_REMEMBERED_SHEETS) this.once.clear()
      this.once.add(hash)
      return undefined
    }
    return dependent.test(source) ? undefined : this.add(source, read)
  }

  private add(source: string, read: (source: string) => WrittenSheet): WrittenSheet {
    // A substring would keep its whole page in memory, so the sheet is copied.
    const copy = JSON.parse(JSON.stringify(source)) as string
    const sheet = read(copy)
    this.sheets.set(copy, sheet)
    this.characters += copy.length
    for (const [oldest] of this.sheets) {
      if (this.characters <= MAX_CACHED_CHARACTERS) break
      this.sheets.delete(oldest)
      this.characters -= oldest.length
    }
    return sheet
  }
}

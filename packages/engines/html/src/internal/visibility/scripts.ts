/**
 * Reads a page's scripts for the names and properties that they mention. Scripts are not run.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrValue, type Tape } from "../tape/tape.ts"

const MAX_SEARCHED_SCRIPT_CHARACTERS = 500_000

const opensDialog = /\.show(?:Modal)?\s*\(|\.open\s*=\s*(?:true|!0)|setAttribute\(\s*["'`]open\b/

const findsNext = /\.next(?:All|Until)?\s*\(|\bnext(?:Element)?Sibling\b/
const shows =
  /\.(?:slide(?:Toggle|Down)|fade(?:In|Toggle)|toggle|show|(?:add|remove|toggle)Class|animate)\s*\(|\.classList\b|\.style\b|\.hidden\s*=|["'`]hidden["'`]/

/**
 * Maximum number of words that are searched in scripts one at a time. For more words, reading all words of the
 * scripts is cheaper.
 */
const MAX_SEARCHES = 100

/** Maximum number of occurrences that are checked per word. For more, reading all words of the scripts is cheaper. */
const MAX_OCCURRENCES_PER_WORD = 10_000

const jsonType = /json|template|text\/(?:x-|html|plain)|importmap|speculation/i

export class Scripts {
  readonly exist: boolean
  readonly areForeign: boolean
  private readonly source: string
  private words: ReadonlySet<string> | undefined
  private strings: Strings | undefined
  private opens: boolean | undefined
  private searches = 0
  private places = 0
  private readonly named = new Map<string, boolean>()
  private readonly spokenOf = new Map<string, boolean>()

  constructor(tape: Tape) {
    const { foreign, source } = sourceOf(tape)
    this.source = source
    this.areForeign = foreign
    this.exist = foreign || source.trim() !== ""
  }

  get openDialogs(): boolean {
    return opensDialog.test(this.source)
  }

  get openFollowing(): boolean {
    return this.opens ??= findsNext.test(this.source) && shows.test(this.source)
  }

  mentionProperty(property: string): boolean {
    let known = this.spokenOf.get(property)
    if (known === undefined) {
      const written = property.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
      known = new RegExp(`(?<![\\w-])(?:${property}|${written})(?![\\w-])`).test(this.source)
      this.spokenOf.set(property, known)
    }
    return known
  }

  /** Returns whether a string in the scripts contains a word. A fast check first excludes most words. */
  haveWord(word: string): boolean {
    let known = this.named.get(word)
    if (known === undefined) this.named.set(word, known = word !== "" && this.holdWord(word))
    return known
  }

  private holdWord(word: string): boolean {
    if (this.words !== undefined || this.searches++ >= MAX_SEARCHES) {
      return (this.words ??= wordsOf(this.source)).has(word)
    }
    const [behind, before] = wholeWord.test(word) ? [inWord, inWord] : letterAlone.test(word) ? [inName, undefined] : []
    if (behind === undefined) return false
    const { source } = this
    for (let at = source.indexOf(word); at >= 0; at = source.indexOf(word, at + 1)) {
      if (++this.places > MAX_OCCURRENCES_PER_WORD) return (this.words = wordsOf(source)).has(word)
      const isWhole = !behind.test(source.charAt(at + word.length)) && before?.test(source.charAt(at - 1)) !== true
      if (isWhole && (this.strings ??= new Strings(source)).hold(at)) return true
    }
    return false
  }
}

const sourceOf = (tape: Tape): { readonly foreign: boolean; readonly source: string } => {
  const { attrs, attrsAt, n, names, tag, text } = tape
  const isHandler = names.map((name) => name.startsWith("on"))
  const hasHandler = isHandler.includes(true)
  let foreign = false
  let source = ""
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.SCRIPT) {
      if (jsonType.test(attr(tape, i, "type") ?? "")) continue
      if (attr(tape, i, "src") !== undefined) foreign = true
      else if (i + 1 < n && tag[i + 1] === Tags.TEXT && source.length < MAX_SEARCHED_SCRIPT_CHARACTERS) {
        source += `\n${text[i + 1]}`
      }
    } else if (hasHandler) {
      for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
        if (isHandler[attrs[Attributes.WIDTH * k]!] === true && source.length < MAX_SEARCHED_SCRIPT_CHARACTERS) {
          source += `\n${attrValue(tape, k)}`
        }
      }
    }
  }
  return { foreign, source: source.slice(0, MAX_SEARCHED_SCRIPT_CHARACTERS) }
}

const wholeWord = /^[\w:-]+$/
const inWord = /[\w:-]/

const letterAlone = /^\.\w$/
const inName = /[\w-]/

const strings = /"[^"\n]{1,300}"|'[^'\n]{1,300}'|`[^`]{1,300}`/g

class Strings {
  private readonly source: string
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []
  private from = 0

  constructor(source: string) {
    this.source = source
  }

  hold(at: number): boolean {
    while (this.from <= at) this.readNext()
    let low = 0
    let high = this.starts.length
    while (low < high) {
      const middle = low + high >> 1
      if (this.starts[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low > 0 && at < this.ends[low - 1]!
  }

  private readNext(): void {
    strings.lastIndex = this.from
    const found = strings.exec(this.source)
    if (found === null) {
      this.from = Infinity
      return
    }
    this.from = strings.lastIndex
    this.starts.push(found.index)
    this.ends.push(this.from)
  }
}

const wordsOf = (source: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const string of source.match(strings) ?? []) {
    for (const word of string.match(/[\w:-]+/g) ?? []) words.add(word)
    if (!string.includes(".")) continue
    for (const word of string.match(/\.\w(?![\w-])/g) ?? []) words.add(word)
  }
  return words
}

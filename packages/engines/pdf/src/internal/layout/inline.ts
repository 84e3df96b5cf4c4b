/** Converts lines to inline markdown: words, hyphens, emphasis, links, raised letters, escapes. */
import type { Line, Piece } from "./line.ts"
import { endsCjk, isSpaceBetween, startsCjk, wordOf } from "./lines.ts"

interface Style {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly script: "sup" | "sub" | undefined
  readonly url: string | undefined
  readonly reference: string | undefined
}

interface Run {
  text: string
  readonly style: Style
  space: boolean
}

const broken = /\p{L}[-\u2010]$/u
const lower = /^\p{Ll}/u
const softHyphen = /\u00ad$/u
/** Matches a line-end hyphen that is part of its word, because a word joiner follows it. */
const keptHyphen = /-\u2060$/

const small = "of|the|to|by|in|and|on|an?|for|at|as|or|not|up|off|out|over|de|du|la|le|sur|und|auf|von|bis"
/**
 * Matches text whose hyphen at a line end stays: "state-of-", a URL, a program option, or a prefix that is always
 * hyphenated.
 */
const compound = new RegExp(`(?:-(?:${small})|[/@].*|^--.+|^\\P{L}*(?:self|well))-$`, "iu")
const compoundAfter = new RegExp(`^(?:${small})-\\p{L}`, "iu")

const MAX_CHARACTERS_OF_BROKEN_COMPOUND = 60
const MAX_CHARACTERS_OF_BROKEN_ADDRESS = 300

/** Returns whether the hyphen belongs to the word wherever the line ends. A browser inserts U+2010 at line ends. */
const isCompound = (before: string, after: string): boolean => {
  const word = before.slice(-MAX_CHARACTERS_OF_BROKEN_COMPOUND).split(/\s/).at(-1)!
  return compoundAfter.test(after.slice(0, MAX_CHARACTERS_OF_BROKEN_COMPOUND)) && word.endsWith("-") ||
    compound.test(word) && !/^(?:ish|less|ness|ing)(?!\p{L})/u.test(after)
}

interface Junction {
  readonly cut: number
  readonly space: boolean
}

const apart: Junction = { cut: 0, space: true }
const together: Junction = { cut: 0, space: false }

/** Characters that bind without a space: hyphens, and those of URLs and number ranges. */
const binding = "-\u2010\u00ad\u2060/.?&=_\u2013"

const mayBind = (before: string): boolean => before !== "" && binding.includes(before.at(-1)!)

export const junction = (before: string, after: string): Junction => {
  if (!mayBind(before)) return endsCjk(before) && startsCjk(after) ? together : apart
  if (softHyphen.test(before)) return { cut: 1, space: false }
  if (keptHyphen.test(before)) return { cut: 0, space: false }
  if (broken.test(before) && lower.test(after)) return { cut: isCompound(before, after) ? 0 : 1, space: false }
  if (/[\p{L}\p{N}][-\u2010/]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return { cut: 0, space: false }
  // A URL or a range of numbers continues on the next line.
  if (
    /(?:https?:\/\/(?:\S*[/.?&=_-])?|www\.\S*[/.?&=_-]|\d–)$/i.test(before.slice(-MAX_CHARACTERS_OF_BROKEN_ADDRESS)) &&
    /^[\p{L}\p{N}%~_?&=/]/u.test(after)
  ) {
    return { cut: 0, space: false }
  }
  return endsCjk(before) && startsCjk(after) ? together : apart
}

const marks = /[\u00ad\u2060]/

const withoutMarks = (text: string): string => !marks.test(text) ? text : text.replace(/[\u00ad\u2060]/g, "")

export const joinText = (lines: ReadonlyArray<string>): string => {
  const parts: Array<string> = []
  for (const line of lines) {
    const before = parts.at(-1)
    if (before === undefined) {
      parts.push(line)
      continue
    }
    const { cut, space } = junction(before, line)
    if (cut > 0) parts[parts.length - 1] = before.slice(0, -cut)
    parts.push(space ? ` ${line}` : line)
  }
  return withoutMarks(parts.join(""))
}

const isOf = (style: Style, piece: Piece, mono: boolean): boolean =>
  style.bold === piece.font.bold && style.italic === piece.font.italic && style.script === piece.script &&
  style.mono === (piece.font.mono && !mono && piece.script === undefined) && style.reference === piece.reference &&
  style.url === (piece.reference === undefined ? piece.url : undefined)

const styleOf = (piece: Piece, mono: boolean): Style => ({
  bold: piece.font.bold,
  italic: piece.font.italic,
  mono: piece.font.mono && !mono && piece.script === undefined,
  script: piece.script,
  url: piece.reference === undefined ? piece.url : undefined,
  reference: piece.reference
})

export interface InlineOptions {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly plain?: boolean
}

export const inline = (lines: ReadonlyArray<Line>, options: InlineOptions = {}): string => {
  const allMono = lines.every((line) => line.mono)
  const runs: Array<Run> = []
  for (const line of lines) {
    const { pieces } = line
    for (let k = 0; k < pieces.length; k++) {
      const piece = pieces[k]!
      let text = wordOf(piece.text, line)
      let space = k > 0 && isSpaceBetween(pieces[k - 1]!, piece)
      const last = runs.at(-1)
      if (k === 0 && last !== undefined) {
        const tail = lastWord(runs)
        const { cut, space: spaced } = junction(tail, line.text)
        if (cut > 0) last.text = last.text.slice(0, -cut)
        space = spaced
      }
      if (k < pieces.length - 1 && text.includes("\u00ad")) text = text.replaceAll("\u00ad", "")
      if (last !== undefined && isOf(last.style, piece, allMono)) last.text += space ? ` ${text}` : text
      else runs.push({ text, style: styleOf(piece, allMono), space: space && runs.length > 0 })
    }
  }
  const text = withoutMarks(render(runs, options))
  return (/\t| {2}/.test(text) ? text.replace(/[ \t]+/g, " ") : text).trim()
}

const lastWord = (runs: ReadonlyArray<Run>): string => {
  const text = runs.at(-1)!.text
  return text.length >= 2 || runs.length < 2 ? text : runs.at(-2)!.text.slice(-2) + text
}

const emphasis = ({ style }: Run, options: InlineOptions): string =>
  options.plain === true
    ? ""
    : (style.bold && options.bold !== true ? "**" : "") + (style.italic && options.italic !== true ? "*" : "")

const hasWords = ({ style, text }: Run): boolean => style.reference === undefined && /[\p{L}\p{N}]/u.test(text)

/**
 * Returns the emphasis of each text. Punctuation between two texts has the emphasis of the text before it, if its own
 * style or the text after it has the same emphasis. Otherwise it has none.
 */
const emphases = (runs: ReadonlyArray<Run>, options: InlineOptions): Array<string> => {
  const found = runs.map((run) => emphasis(run, options))
  let before = ""
  for (let k = 0; k < runs.length; k++) {
    if (hasWords(runs[k]!)) {
      before = found[k]!
      continue
    }
    let next = k + 1
    while (next < runs.length && !hasWords(runs[next]!)) next++
    const after = next < runs.length ? found[next]! : ""
    for (; k < next; k++) found[k] = found[k] === before || before === after ? before : ""
    k--
  }
  return found
}

const BOTH = "***"

const render = (runs: ReadonlyArray<Run>, options: InlineOptions): string => {
  let out = ""
  let before = ""
  const reverse = (text: string) => text.startsWith("**") && text.length === BOTH.length ? BOTH : text
  const found = emphases(runs, options)
  for (let k = 0; k < runs.length; k++) {
    const { space, style } = runs[k]!
    let text = runs[k]!.text
    // Emphasis continues over links, code and raised letters of the same weight.
    const now = found[k]!
    if (before !== now) {
      out += reverse(before)
      if (space) out += " "
      out += now
      before = now
    } else if (space) out += " "
    text = style.mono && /[\p{L}\p{N}]/u.test(text) ? code(text) : escapeText(text)
    if (style.reference !== undefined) {
      out += style.reference
      continue
    }
    if (style.script !== undefined) text = `<${style.script}>${text}</${style.script}>`
    if (style.url !== undefined) {
      // Adjacent links with the same target are one link.
      const next = runs[k + 1]
      const last = k > 0 && runs[k - 1]!.style.url === style.url
      const more = next !== undefined && next.style.url === style.url
      text = (last ? "" : "[") + text + (more ? "" : `](${target(style.url)})`)
    }
    out += text
  }
  out += reverse(before)
  return out.includes("</su") ? out.replace(/<\/(su[bp])><\1>/g, "") : out
}

const target = (url: string): string =>
  url.replace(/[\s()<>]/g, (character) => encodeURIComponent(character).replace("(", "%28").replace(")", "%29"))

const code = (text: string): string => text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``

const escapable = /[\\`*_\]<&]/

export const escapeText = (text: string): string =>
  !escapable.test(text) ? text : text
    .replace(/[\\`*]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/\](?=\()/g, "\\]")
    .replace(/<(?=[a-zA-Z/!?])/g, "\\<")
    .replace(/&(?=#?[a-zA-Z0-9]{1,31};)/g, "\\&")

export const escapeStart = (text: string): string =>
  text.replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|(?:-{3,}|={3,}|~{3,})$)/, "\\$&").replace(
    /^(\d{1,9})([.)])(?=\s|$)/,
    "$1\\$2"
  )

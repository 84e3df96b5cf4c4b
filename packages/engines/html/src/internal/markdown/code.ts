/**
 * Writes code: spans, and fenced blocks with their language, without line numbers.
 *
 * @since 0.1.0
 */
import * as Character from "../tape/characters.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

const MAX_GUTTER_CLASS_CHARACTERS = 300
const MAX_LANGUAGE_CLASS_CHARACTERS = 500
const READ_OF_NUMBER = 20
const NODES_TO_CODE = 3
const STEPS_TO_LANGUAGE = 3

const gutter =
  /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?|lineno|linenumber|line-num|blob-num|hljs-ln-numbers|react-syntax-highlighter-line-number|ln-num|rouge-gutter|crayon-nums?|code-line-number|copy-?btn|copy-?button|btn-copy|copy-code|clipboard)(?=$|[\s_-])/i
const lineClass = /(?:^|\s)(?:line|code-line|ec-line|CodeMirror-line|view-line|token-line|hljs-ln-line|cl)(?=$|\s)/

export const isGutter = (tape: Tape, i: number): boolean => {
  const name = attr(tape, i, "class")
  if (name !== undefined && name.length < MAX_GUTTER_CLASS_CHARACTERS && gutter.test(name)) {
    return !/(?:^|\s)(?:line-numbers|has-line-numbers)(?=$|\s)/.test(name) || tape.tag[i] !== Tags.PRE
  }
  if (attr(tape, i, "data-line-number") !== undefined && tape.end[i]! <= i + 2) return true
  // Names such as `num` have other uses, too: Scaladoc writes numbers in code as `span.num`. So the text must be a
  // number at the start of a line.
  return name !== undefined && /^(?:ln|lnt|lnos?|ln-?no|num|no)$/.test(name.trim()) &&
    /^\s*\d+\s*$/.test(textOf(tape, i, READ_OF_NUMBER)) && (tape.tag[i] !== Tags.SPAN || beginsLine(tape, i))
}

const beginsLine = ({ parent, tag, text }: Tape, i: number): boolean => {
  for (let k = i - 1; k > parent[i]!; k--) {
    if (tag[k] === Tags.BR || Tags.is(tag[k]!, Tags.BLOCK)) return true
    if (tag[k] === Tags.TEXT && text[k] !== "") return /\n[ \t]*$/.test(text[k]!)
  }
  return true
}

/** Returns the line numbers of a code listing. They must count from one, without gaps, up to the number of rows. */
const lineNumbers = (tape: Tape, i: number): ReadonlySet<number> | undefined => {
  const { end, parent, tag, text } = tape
  let rows = -1
  let next = -1
  const found = new Set<number>()
  for (let k = i + 1; k < end[i]!; k++) {
    if (tag[k] !== Tags.TEXT || !/^\s*\d{1,5}\s*$/.test(text[k]!)) continue
    const number = parent[k]!
    const row = parent[number]!
    if (number <= i || row <= i || end[number] !== k + 1 || end[row] === k + 1 || !begins(tape, row, number)) continue
    const value = Number(text[k])
    if (rows < 0) rows = parent[row]!
    else if (parent[row] !== rows || value !== next) return undefined
    next = value + 1
    found.add(number)
  }
  if (found.size < 2) return undefined
  let count = 0
  for (let c = rows + 1; c < end[rows]!; c = end[c]!) if (tag[c] !== Tags.TEXT) count++
  return count === found.size ? found : undefined
}

const begins = ({ end, tag, text }: Tape, i: number, child: number): boolean => {
  for (let c = i + 1; c < child; c = end[c]!) {
    if (tag[c] === Tags.TEXT ? /\S/.test(text[c]!) : tag[c] !== Tags.STYLE) return false
  }
  return true
}

export const preformattedText = (
  tape: Tape,
  i: number,
  isKept: (i: number) => boolean,
  written?: Uint8Array | undefined
): string => {
  const { end, tag, text } = tape
  if (tag[i] === Tags.TEXT) return text[i]!
  let out = ""
  const numbers = lineNumbers(tape, i)
  // Some highlighters wrap each line in a block, without line feeds between the lines.
  const ends: Array<number> = []
  for (let k = i + 1; k < end[i]!; k++) {
    while (ends.length > 0 && ends[ends.length - 1]! <= k) {
      ends.pop()
      if (!out.endsWith("\n")) out += "\n"
    }
    const id = tag[k]!
    if (id === Tags.TEXT) {
      out += text[k]
      if (written !== undefined) written[k] = 1
      continue
    }
    if (id === Tags.BR) {
      out += "\n"
      continue
    }
    if (
      !isKept(k) && id !== Tags.SPAN || id === Tags.BUTTON || id === Tags.SVG || numbers?.has(k) === true ||
      isGutter(tape, k)
    ) {
      k = end[k]! - 1
      continue
    }
    const block = id === Tags.DIV || id === Tags.P || id === Tags.LI || id === Tags.TR
    if (block || ((id === Tags.SPAN || id === Tags.CODE) && lineClass.test(attr(tape, k, "class") ?? ""))) {
      const next = end[k]!
      const followed = next < end[i]! &&
        (tag[next] === Tags.BR || tag[next] === Tags.TEXT && /^[ \t]*\n/.test(text[next]!))
      if (block && out !== "" && !out.endsWith("\n")) out += "\n"
      const inside = tag[next - 1] === Tags.TEXT && text[next - 1]!.endsWith("\n")
      if (!followed && !inside && next < end[i]!) ends.push(next)
    }
  }
  return out.replace(/\r\n?/g, "\n")
}

const languageClass =
  /^(?:language|lang|highlight-source|highlight-text|highlight|brush:?|sourcecode|code|prism|hljs)[-:](.{1,30})$/i
/** Matches a class prefix that a language always follows. */
const certain = /^(?:language|lang|highlight-source|highlight-text|brush)/i
const notLanguages = new Set(
  "copyable highlight hljs code block wrapper container line-numbers linenos toolbar text-sm default none plain sourcecode number numbers output source snippet"
    .split(" ")
)
const known =
  /^(?:bash|sh|shell|zsh|console|c|cpp|c\+\+|csharp|cs|css|scss|less|go|golang|html|xml|java|javascript|js|jsx|ts|tsx|typescript|json|yaml|yml|toml|kotlin|lua|php|perl|powershell|python|py|python3|r|ruby|rb|rust|rs|sql|swift|scala|haskell|elixir|erlang|clojure|dart|diff|dockerfile|makefile|markdown|md|nginx|ini|graphql|vue|svelte|julia|matlab|objective-c|objectivec|plaintext|text|tex|latex|vim|wasm|zig)$/i

const tableParts = new Set([Tags.TD, Tags.TR, Tags.TBODY, Tags.TABLE])

const languageOf = (tape: Tape, i: number): string => {
  const candidates: Array<string> = []
  const look = (k: number) => {
    for (const name of ["data-lang", "data-language", "lang"]) {
      const value = attr(tape, k, name)
      if (value !== undefined && name !== "lang" && /^[\w+#.-]{1,30}$/.test(value)) candidates.push(`language-${value}`)
    }
    const name = attr(tape, k, "class")
    if (name !== undefined && name.length < MAX_LANGUAGE_CLASS_CHARACTERS) candidates.push(name)
  }
  const stop = Math.min(tape.end[i]!, i + 1 + NODES_TO_CODE)
  for (let k = i + 1; k < stop; k++) if (tape.tag[k] === Tags.CODE) look(k)
  look(i)
  let p = tape.parent[i]!
  for (let up = 0; up < STEPS_TO_LANGUAGE && p >= 0; p = tape.parent[p]!) {
    if (tape.tag[p] === Tags.DIV || tape.tag[p] === Tags.FIGURE) look(p)
    // The parts of a table with line numbers do not count as steps.
    if (!tableParts.has(tape.tag[p]!)) up++
  }
  for (const name of candidates) {
    // SyntaxHighlighter writes "brush: js" with a space.
    const words = name.replace(/\bbrush:\s*([\w+#-]+);?/i, "brush:$1 ").split(/[\s"]+/)
    for (const word of words) {
      const value = languageClass.exec(word)?.[1]?.toLowerCase().replace(/^(?:source|text)[-.]/, "")
      if (value === undefined || notLanguages.has(value)) continue
      if (certain.test(word) || known.test(value)) return named(value)
    }
    for (const word of words) if (known.test(word) && word.length > 1) return named(word.toLowerCase())
  }
  return ""
}

const named = (value: string): string => /^(?:none|plaintext|plain|text|txt|nohighlight)$|[`~]/.test(value) ? "" : value

const NODES_TO_FIRST_LINE = 3

/**
 * Returns whether an element is code without a `pre` element. Doxygen writes code in a fragment. Other programs
 * preserve white space by style.
 */
export const isUnmarkedCode = (tape: Tape, i: number): boolean => {
  const { end, tag } = tape
  if (tag[i] !== Tags.DIV && tag[i] !== Tags.P) return false
  const style = attr(tape, i, "style")
  if (style !== undefined && /(?:^|;)\s*white-space\s*:\s*pre\s*(?:;|$)/i.test(style)) {
    return /\n[ \t]/.test(textOf(tape, i))
  }
  if (!/(?:^|\s)fragment(?=$|\s)/.test(attr(tape, i, "class") ?? "")) return false
  for (let k = i + 1; k < end[i]! && k <= i + NODES_TO_FIRST_LINE; k++) {
    if (tag[k] === Tags.DIV && lineClass.test(attr(tape, k, "class") ?? "")) return true
  }
  return false
}

/** Returns code in a fence, which is longer than any sequence of backticks in the code. */
const fenced = (body: string, language: string): string => {
  let longest = 2
  let run = 0
  for (let k = 0; k < body.length; k++) {
    if (body.charCodeAt(k) === Character.BACKTICK) {
      run++
      if (run > longest) longest = run
    } else run = 0
  }
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${body}\n${fence}`
}

const lineCell = /(?:^|\s)(?:blob-code|js-file-line|code-line|hljs-ln-code)(?=$|[\s-])/

export const isLineCell = (tape: Tape, i: number): boolean => lineCell.test(attr(tape, i, "class") ?? "")

export const codeOfCells = (
  tape: Tape,
  cells: ReadonlyArray<number>,
  written?: Uint8Array | undefined
): string => {
  if (written !== undefined) { for (const i of cells) written.fill(1, i, tape.end[i]!) }
  const body = cells.map((i) => textOf(tape, i).replace(/\s+$/, "").replace(/^\n+/, "")).join("\n")
  return fenced(body, "")
}

export const codeBlock = (
  tape: Tape,
  i: number,
  isKept: (i: number) => boolean,
  faithful: boolean,
  written?: Uint8Array | undefined
): string | undefined => {
  let body = preformattedText(tape, i, isKept, written)
  if (tape.tag[i + 1] === Tags.TEXT || !faithful) body = body.replace(faithful ? /^\n/ : /^(?:[ \t]*\n)+/, "")
  body = faithful ? body.replace(/\n$/, "") : body.trimEnd().replace(/\u00a0/g, " ")
  if (body === "" && !faithful) return undefined
  return fenced(body, languageOf(tape, i))
}

export const codeSpan = (raw: string, faithful: boolean): string | undefined => {
  const s = raw.replace(faithful ? /[\n\r\t]/g : /[\n\r\t\u00a0]/g, " ").replace(/[\u200b\ufeff]/g, "")
  const body = faithful ? s : s.trim().replace(/ {2,}/g, " ")
  if (body === "" || !faithful && body.trim() === "") return undefined
  const runs = new Set<number>()
  let run = 0
  for (let k = 0; k <= body.length; k++) {
    if (body.charCodeAt(k) === Character.BACKTICK) run++
    else if (run > 0) {
      runs.add(run)
      run = 0
    }
  }
  let size = 1
  while (runs.has(size)) size++
  const fence = "`".repeat(size)
  const padded = body.startsWith("`") || body.endsWith("`") || (/^ .* $/.test(body) && /[^ ]/.test(body))
    ? ` ${body} `
    : body
  return fence + padded + fence
}

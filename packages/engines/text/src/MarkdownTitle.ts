/**
 * Finds the title of a Markdown file.
 *
 * @since 0.2.0
 */
import * as MarkdownBlocks from "./MarkdownBlocks.ts"

const LOOKED_AT = 20_000

const LONGEST = 300

const frontMatter = /^---[ \t]*\n([\s\S]{0,10000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/
const titleField = /^title[ \t]*:(?:[ \t]+(\S.*))?$/i
const blockScalar = /^[|>](?:[-+]?[1-9]?|[1-9][-+])[ \t]*(?:[ \t]#.*)?$/
const noText = /^(?:[[{&*!%@`]|(?:~|null)[ \t]*(?:#|$))/i
const isNested = /^(?:-|[\w-]+:)(?:[ \t]|$)/
const comment = /(?:^|[ \t])#.*$/
const heading = /^ {0,3}#{1,2}[ \t]+(\S.*)$/
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/

const plain = (line: string): string =>
  line
    .replace(/[ \t]+#+[ \t]*$/, "")
    .replace(/!\[[^[\]]{0,300}\]\([^()]{0,2000}\)/g, "")
    .replace(/\[([^[\]]{0,300})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,300}\])/g, "$1")
    .replace(/<[^<>]{1,500}>|\*{1,3}|`+/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim()

const escapes: Readonly<Record<string, string>> = { n: " ", t: " ", r: " " }

const quoted = (value: string): string => {
  if (value.startsWith("'")) return /^'((?:[^']|'')*)'[ \t]*(?:#.*)?$/.exec(value)?.[1]?.replaceAll("''", "'") ?? ""
  const text = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$/.exec(value)?.[1] ?? ""
  return text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gi,
    (_, byte: string | undefined, unit: string | undefined, sign: string) =>
      sign === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit!, 16)) : escapes[sign] ?? sign
  )
}

const titleIn = (fields: string): string => {
  const lines = fields.split("\n")
  const at = lines.findIndex((line) => titleField.test(line))
  const value = titleField.exec(lines[at] ?? "")?.[1]?.trim() ?? ""
  const below = lines.slice(at + 1)
  const end = below.findIndex((line) => /^\S/.test(line))
  const indented = (end < 0 ? below : below.slice(0, end)).map((line) => line.trim())
  if (at < 0 || noText.test(value) || value === "" && isNested.test(indented[0] ?? "")) return ""
  if (blockScalar.test(value)) return indented.join(" ")
  const whole = [value, ...indented].join(" ").trim()
  return /^["']/.test(whole) ? quoted(whole) : [value, ...indented].map((line) => line.replace(comment, "")).join(" ")
}

const htmlHeading = (line: string): string => {
  const end = line.search(/<\/h1>/i)
  const [, ...headings] = line.slice(0, Math.max(0, end)).split(/<h1(?=[ \t>])/i)
  return /^[^<>]{0,300}>(.*)$/.exec(headings.at(-1) ?? "")?.[1] ?? ""
}

/**
 * Returns a function that removes comments from lines. An HTML block comment continues until its end. A comment in a
 * paragraph ends with the paragraph, or is text.
 */
const withoutComments = (): (line: string, isHtml: boolean) => string => {
  let isOpen = false
  return (line, isHtml) => {
    let out = ""
    let from = 0
    for (;;) {
      const next = line.indexOf(isOpen ? "-->" : "<!--", from)
      const isLast = next < 0 || !isOpen && !isHtml && !line.includes("-->", next)
      if (!isOpen) out += line.slice(from, isLast ? line.length : next)
      if (isLast) return out
      from = next + (isOpen ? "-->" : "<!--").length
      isOpen = !isOpen
    }
  }
}

const firstHeading = (text: string): string | undefined => {
  const shown = withoutComments()
  let { read } = MarkdownBlocks.reader()
  let before = ""
  for (const line of text.split("\n")) {
    let kind = read(line)
    if (kind === "unknown") {
      // Earlier lines have no influence from here on, so a new reader is used.
      read = MarkdownBlocks.reader().read
      kind = read(line)
    }
    const seen = kind === "html" || kind === "text" ? shown(line, kind === "html") : ""
    const written = kind === "text" ? heading.exec(seen)?.[1] ?? (underline.test(seen) ? before : undefined) : undefined
    const found = written ?? htmlHeading(seen)
    const title = found.length > LONGEST ? "" : plain(found)
    if (title !== "") return title
    before = kind === "text" ? seen : ""
  }
  return undefined
}

/**
 * Returns the title of a Markdown file: the title in its front matter, or else its first heading.
 *
 * @category getters
 * @since 0.2.0
 */
export const markdownTitle = (markdown: string): string | undefined => {
  const text = markdown.slice(0, LOOKED_AT).replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")
  const [block = "", fields = ""] = frontMatter.exec(text) ?? []
  const named = titleIn(fields).replace(/\s+/g, " ").trim()
  return named !== "" && named.length <= LONGEST ? named : firstHeading(text.slice(block.length))
}

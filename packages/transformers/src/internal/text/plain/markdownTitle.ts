/** What the title of a Markdown file is looked for in, in UTF-16 units. */
const LOOKED_AT = 20_000

/** Longer ones are no titles, in UTF-16 units. */
const LONGEST = 300

const frontMatter = /^---[ \t]*\n([\s\S]{0,10000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/
const titleField = /^title[ \t]*:[ \t]*(\S.*)$/im
const fenceLine = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}#{1,2}[ \t]+(\S.*)$/
const htmlHeading = /<h1\b[^<>]{0,300}>(.*?)<\/h1>/i
const underline = /^ {0,3}=+[ \t]*$/

/** A line of Markdown as it reads. */
const plain = (line: string): string =>
  line
    .replace(/[ \t]+#+[ \t]*$/, "")
    .replace(/!\[[^[\]]{0,300}\]\([^()]{0,2000}\)/g, "")
    .replace(/\[([^[\]]{0,300})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,300}\])/g, "$1")
    .replace(/<[^<>]{1,500}>|\*{1,3}|`+/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim()

/** A value of YAML on one line. */
const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, "$2").trim()

/** The first heading of the first two levels, wherever it stands but in code. */
const firstHeading = (text: string): string | undefined => {
  const lines = text.split("\n")
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const [, mark] = fenceLine.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    const before = lines[at - 1] ?? ""
    const found = heading.exec(line)?.[1] ?? htmlHeading.exec(line)?.[1] ?? (underline.test(line) ? before : "")
    const title = found.length > LONGEST ? "" : plain(found)
    if (title !== "") return title
  }
  return undefined
}

/** The title of a Markdown file: that of its front matter, or else its first heading. */
export const markdownTitle = (markdown: string): string | undefined => {
  const text = markdown.slice(0, LOOKED_AT).replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")
  const [block = "", fields = ""] = frontMatter.exec(text) ?? []
  const named = unquoted(titleField.exec(fields)?.[1] ?? "")
  return named !== "" && named.length <= LONGEST ? named : firstHeading(text.slice(block.length))
}

/** Extracts the visible text of a Markdown file. */

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/
const TITLE = /^title:[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*|'([^']*)'[ \t]*|(.*))$/m
/** The opening line of a fenced code block. Backticks of inline code close in the same line. */
const FENCE = /^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})/m
/** An element that may be hidden. Only an HTML engine or a browser can decide. */
const MAY_HIDE = /<[a-z][^<>]*\s(?:hidden|style|aria-hidden)(?=[\s=>/])/i

export const mayHide = (markdown: string): boolean => MAY_HIDE.test(markdown)

const closes = (line: string, fence: string): boolean => {
  const mark = line.trim()
  return mark.length >= fence.length && /^ {0,3}[`~]/.test(line) && mark === fence.charAt(0).repeat(mark.length)
}

const withoutComments = (text: string): string => {
  const lastEnd = text.lastIndexOf("-->")
  let made = ""
  let fence: string | undefined
  let next = 0
  for (let at = 0; at < text.length;) {
    const isLineStart = at >= next
    if (isLineStart) next = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at) + 1
    const line = text.slice(at, next)
    const opening = isLineStart && fence === undefined ? FENCE.exec(line)?.[1] : undefined
    const comment = fence === undefined && opening === undefined ? line.indexOf("<!--") : -1
    if (comment === -1 || at + comment > lastEnd) {
      fence = opening ?? (fence !== undefined && closes(line, fence) ? undefined : fence)
      made += line
      at = next
    } else {
      made += line.slice(0, comment)
      at = text.indexOf("-->", at + comment) + "-->".length
      if (at > next) next = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at) + 1
    }
  }
  return made
}

export const readable = (markdown: string): string => {
  const [whole = "", fields = ""] = FRONT_MATTER.exec(markdown) ?? []
  const text = withoutComments(markdown.slice(whole.length)).trimStart()
  const title = TITLE.exec(fields)?.slice(1).find((value) => value !== undefined)?.trim()
  return title === undefined || title === "" || /^#\s/m.test(text) ? text : `# ${title}\n\n${text}`
}

/** The visible text of a Markdown file. */

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/
const TITLE = /^title:[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(.*?))[ \t]*$/m
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm
const COMMENT = /<!--[\s\S]*?-->/g
/** HTML elements that may be hidden, which only an HTML engine or a browser can decide. */
const MAY_HIDE = /<[a-z][^<>]*\s(?:hidden|style|aria-hidden)(?=[\s=>/])/i

/** Whether the file contains HTML that may hide text. */
export const mayHide = (markdown: string): boolean => MAY_HIDE.test(markdown)

/** Applies a change to text outside fenced code blocks. */
const outsideFences = (text: string, change: (piece: string) => string): string => {
  let made = ""
  let at = 0
  for (const { 0: fence, index } of text.matchAll(FENCED)) {
    made += change(text.slice(at, index)) + fence
    at = index + fence.length
  }
  return made + change(text.slice(at))
}

/** The text without comments and front matter; the front matter's title becomes a heading. */
export const readable = (markdown: string): string => {
  const [whole = "", fields = ""] = FRONT_MATTER.exec(markdown) ?? []
  const text = outsideFences(markdown.slice(whole.length), (piece) => piece.replace(COMMENT, "")).trimStart()
  const title = TITLE.exec(fields)?.slice(1).find((value) => value !== undefined)
  return title === undefined || title === "" || /^#\s/m.test(text) ? text : `# ${title}\n\n${text}`
}

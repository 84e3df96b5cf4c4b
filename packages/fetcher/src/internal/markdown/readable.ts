/** What a reader sees of a Markdown file. */

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/
const TITLE = /^title:[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(.*?))[ \t]*$/m
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm
const COMMENT = /<!--[\s\S]*?-->/g
/** Elements that a page may hide: only a browser or an engine for HTML knows whether it does. */
const MAY_HIDE = /<[a-z][^<>]*\s(?:hidden|style|aria-hidden)(?=[\s=>/])/i

/** Whether the file has HTML in it that may hide text. */
export const mayHide = (markdown: string): boolean => MAY_HIDE.test(markdown)

/** Applies a change to all of a text that is not in a fenced block. */
const outsideFences = (text: string, change: (piece: string) => string): string => {
  let made = ""
  let at = 0
  for (const { 0: fence, index } of text.matchAll(FENCED)) {
    made += change(text.slice(at, index)) + fence
    at = index + fence.length
  }
  return made + change(text.slice(at))
}

/** The text without its front matter, whose title becomes the heading that the page shows, and without comments. */
export const readable = (markdown: string): string => {
  const [whole = "", fields = ""] = FRONT_MATTER.exec(markdown) ?? []
  const text = outsideFences(markdown.slice(whole.length), (piece) => piece.replace(COMMENT, "")).trimStart()
  const title = TITLE.exec(fields)?.slice(1).find((value) => value !== undefined)
  return title === undefined || title === "" || /^#\s/m.test(text) ? text : `# ${title}\n\n${text}`
}

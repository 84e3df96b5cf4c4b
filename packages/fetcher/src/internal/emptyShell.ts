/** Visible text below this many characters is not a page somebody wrote. */
const fewCharacters = 200

const blockEnds: Readonly<Record<string, string>> = {
  script: "</script",
  style: "</style",
  noscript: "</noscript",
  template: "</template",
  svg: "</svg"
}

/** The `type` of a script that runs (HTML Standard, 4.12.1): no type, a module or JavaScript; others are data blocks. */
const runs =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/

/** Whether a start tag, in lower case, begins a script that runs. JSON-LD, templates and import maps fill no page. */
const isRun = (tag: string): boolean => {
  const [, double, single, bare] = /[\s"'/]type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*))/.exec(tag) ?? []
  return runs.test((double ?? single ?? bare ?? "").trim())
}

const isSpace = (code: number): boolean => code <= 0x20 || code === 0xa0

/**
 * Whether an HTML document is only the frame into which scripts put a page: it has scripts that run and shows
 * next to no text of its own. One pass over the document.
 */
export const isEmptyShell = (html: string): boolean => {
  const lower = html.toLowerCase()
  let at = 0
  let visible = 0
  let scripts = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    const end = open === -1 ? html.length : open
    for (let i = at; i < end; i++) {
      if (!isSpace(html.charCodeAt(i)) && ++visible >= fewCharacters) return false
    }
    if (open === -1) break
    if (lower.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4)
      if (close === -1) break
      at = close + 3
      continue
    }
    const name = /^<([a-z]+)/.exec(lower.slice(open, open + 12))?.[1]
    const close = html.indexOf(">", open)
    if (close === -1) break
    if (name === "script" && isRun(lower.slice(open, close))) scripts++
    at = close + 1
    const until = name === undefined || !Object.hasOwn(blockEnds, name) ? undefined : blockEnds[name]
    if (name === "title") {
      const titleEnd = lower.indexOf("</title", at)
      at = titleEnd === -1 ? html.length : titleEnd
    } else if (until !== undefined) {
      const blockEnd = lower.indexOf(until, at)
      at = blockEnd === -1 ? html.length : blockEnd
    }
  }
  return scripts > 0
}

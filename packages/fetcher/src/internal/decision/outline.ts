/**
 * Extracts the visible text of an HTML document outside header, navigation, footer and sidebars, in one pass and up to
 * a limit.
 */
import { lowerCased } from "../markup.ts"

/** Elements whose text is not content: navigation and similar areas, and elements that are not text. */
const FURNITURE = new Set(["aside", "button", "dialog", "footer", "header", "nav", "select"])
const FURNITURE_ROLE = /\brole\s*=\s*["']?(?:banner|complementary|contentinfo|navigation)\b/
/** Inside these elements, a header or footer is content. */
const OF_CONTENT = new Set(["article", "main"])

const SILENT: Readonly<Record<string, string>> = {
  noscript: "</noscript",
  script: "</script",
  style: "</style",
  svg: "</svg",
  template: "</template",
  textarea: "</textarea",
  title: "</title"
}

const SHADOW_ROOT = /\bshadowrootmode\s*=\s*["']?(?:open|closed)\b/
/** A frame whose `srcdoc` contains escaped markup. Unescaped markup counts as part of the outer page. */
const ESCAPED_DOCUMENT = /\bsrcdoc\s*=\s*(?:"[^"]*&lt;|'[^']*&lt;)/
const BEFORE_DOCUMENT = /^[^]*?\bsrcdoc\s*=\s*["']/i

const MARKS: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&" }
const unescaped = (source: string): string => source.replace(/&(?:lt|gt|quot|#39|amp);/g, (mark) => MARKS[mark]!)

/** Scripts run if their `type` is empty, `module` or a JavaScript type (HTML Standard, 4.12.1). */
const RUNS =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/

/** JSON-LD, templates and import maps do not run. */
export const isRun = (tag: string): boolean => {
  const [, double, single, bare] = /[\s"'/]type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*))/.exec(tag) ?? []
  return RUNS.test((double ?? single ?? bare ?? "").trim())
}

export interface Outline {
  readonly text: string
  readonly length: number
  readonly scripts: number
  readonly inline: string
  readonly noscript: string
  readonly tags: string
}

/** Maximum characters of inline script that are examined. */
const MAX_SOURCE = 50_000
const MAX_TAG_CHARACTERS = 2_000

const visibleLength = (text: string): number => {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x20 && code !== 0xa0) length++
  }
  return length
}

export const outlineOf = (html: string, limit: number, lower = lowerCased(html)): Outline => {
  let at = 0
  let text = ""
  let all = ""
  let length = 0
  let scripts = 0
  let inline = ""
  let noscript = ""
  let tags = ""
  let contentDepth = 0
  let furniture: { readonly name: string; depth: number } | undefined
  while (at < html.length && length < limit) {
    const open = html.indexOf("<", at)
    const end = open === -1 ? html.length : open
    if (end > at) {
      const piece = html.slice(at, end)
      if (furniture === undefined) {
        text += piece
        length += visibleLength(piece)
      } else if (all.length < limit) all += piece
    }
    if (open === -1) break
    if (lower.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4)
      if (close === -1) break
      at = close + 3
      continue
    }
    const [, slash, name = ""] = /^<(\/?)([a-z][a-z0-9-]*)/.exec(lower.slice(open, open + 40)) ?? []
    const close = html.indexOf(">", open)
    if (close === -1) break
    at = close + 1
    if (name === "") continue
    if (slash === "/") {
      if (furniture?.name === name && --furniture.depth === 0) furniture = undefined
      else if (OF_CONTENT.has(name)) contentDepth = Math.max(0, contentDepth - 1)
      text += " "
      continue
    }
    const tag = lower.slice(open, close)
    const runs = name === "script" && isRun(tag)
    if (runs) scripts++
    const isShown = name === "template" && SHADOW_ROOT.test(tag)
    const until = !isShown && Object.hasOwn(SILENT, name) ? SILENT[name] : undefined
    if (until !== undefined && !tag.endsWith("/")) {
      const blockEnd = lower.indexOf(until, at)
      const stop = blockEnd === -1 ? html.length : blockEnd
      if (runs && inline.length < MAX_SOURCE) inline += html.slice(at, stop).slice(0, MAX_SOURCE)
      if (name === "noscript" && noscript.length < limit) noscript += html.slice(at, Math.min(stop, at + limit))
      at = stop
      continue
    }
    if (name === "iframe" && furniture === undefined && ESCAPED_DOCUMENT.test(tag)) {
      const page = outlineOf(unescaped(html.slice(open, close).replace(BEFORE_DOCUMENT, "")), limit - length)
      text += ` ${page.text}`
      length += page.length
      scripts += page.scripts
    }
    if (furniture?.name === name) furniture.depth++
    else if (furniture === undefined) {
      if (OF_CONTENT.has(name)) contentDepth++
      const isOfContent = contentDepth > 0 && (name === "header" || name === "footer")
      if (!isOfContent && (FURNITURE.has(name) || (tag.includes("role") && FURNITURE_ROLE.test(tag)))) {
        furniture = { name, depth: 1 }
      } else if (tags.length < MAX_SOURCE) {
        tags += `${tag.slice(0, MAX_TAG_CHARACTERS)}>${lower.startsWith("</", at) ? "</>" : ""}`
      }
    }
  }
  if (furniture !== undefined) {
    text += all
    length += visibleLength(all)
  }
  return { text, length, scripts, inline, noscript, tags }
}

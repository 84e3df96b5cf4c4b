/** Finds the encoding that a document declares, in the same places as browsers. */

/** Number of bytes that browsers search for a declaration (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1024

/** Number of bytes that are searched first. Almost every page has its declaration in them. */
const FIRST_BYTES = 4 * 1024

/** Maximum bytes of a head. Style sheets and scripts of real pages end earlier. */
const MAX_HEAD_BYTES = 64 * 1024

/**
 * Matches elements whose content is not markup, and the tags of the head. Each match consumes its text, so reading
 * takes linear time.
 */
const pieces =
  /<!--[^]*?(?:-->|$)|<(script|style|title|textarea|xmp)\b[^]*?(?:<\/\1|$)|<(meta)\s[^>]{0,500}|<\/?([a-z][a-z0-9]*)/gi

/** Elements of the head. Any other element ends it. */
const ofHead = new Set(["html", "head", "base", "link", "meta", "noscript", "template", "script", "style", "title"])

const xmlDeclaration = /^<\?xml\s[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([\w.:-]{1,40})["']/i
const contentAttribute = /\scontent\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const charsetAttribute = /\scharset\s{0,8}=\s{0,8}["']?\s{0,8}([\w.:-]{1,40})/i
const declaresContentType = /\shttp-equiv\s{0,8}=\s{0,8}["']?content-type/i
const charsetOfContent = /charset\s{0,8}=\s{0,8}["']?\s{0,8}([\w.:-]{1,40})/i

const labelOf = (meta: string): string | undefined => {
  const content = contentAttribute.exec(meta)
  const named = charsetAttribute.exec(content === null ? meta : meta.replace(content[0], " "))?.[1]
  if (named !== undefined || !declaresContentType.test(meta)) return named
  return charsetOfContent.exec(content?.[1] ?? content?.[2] ?? content?.[3] ?? "")?.[1]
}

/**
 * Returns the encoding that the head declares. `isCut` is set if the page continues after `head`, because a
 * declaration that touches its end may be incomplete.
 */
const labelOfHead = (head: string, isCut: boolean): string | undefined => {
  let hasEnded = false
  for (const match of head.matchAll(pieces)) {
    if (hasEnded && match.index >= PRESCAN_BYTES) return undefined
    const [piece, , meta, tag] = match
    if (isCut && match.index + piece.length === head.length) return undefined
    if (meta !== undefined) {
      const label = labelOf(piece)
      if (label !== undefined) return label
    } else if (tag !== undefined) {
      hasEnded ||= !ofHead.has(tag.toLowerCase()) || /^<\/head/i.test(piece)
    }
  }
  return undefined
}

export const declaredCharset = (bytes: Uint8Array): string | undefined => {
  let label: string | undefined
  for (const size of [FIRST_BYTES, MAX_HEAD_BYTES]) {
    const head = new TextDecoder("latin1").decode(bytes.subarray(0, size))
    label = labelOfHead(head, size < bytes.length)
    if (label !== undefined || bytes.length <= size) break
  }
  label ??= xmlDeclaration.exec(new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES)))?.[1]
  // A declaration that is readable as ASCII is not in UTF-16. The other label has no meaning on the web.
  if (label !== undefined && /^utf-?16/i.test(label)) return "utf-8"
  return label !== undefined && /^x-user-defined$/i.test(label) ? "windows-1252" : label
}

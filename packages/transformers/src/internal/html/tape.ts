/**
 * A parsed page as a flat preorder tape: no objects per node, no recursion.
 *
 * Node `i` has its element id in `tag[i]` (0 is text), its parent in `parent[i]` (-1 for top-level nodes) and the first
 * index behind its subtree in `end[i]`. A subtree is an index range, bottom-up is a reverse loop, top-down a forward one.
 *
 * @since 0.1.0
 */
import { decodeHTML, decodeHTMLAttribute } from "entities"
import { Tokenizer } from "htmlparser2"
import * as Tags from "./tags.ts"

/** What a page may cost; what is beyond is cut off and `truncated` is set. */
export interface Budget {
  /** Characters of HTML that are read. */
  readonly characters: number
  /** Elements and texts that are kept. */
  readonly nodes: number
  /** Depth of nesting; deeper elements lose their structure but keep their text. */
  readonly depth: number
}

export const defaultBudget: Budget = { characters: 32_000_000, nodes: 2_000_000, depth: 256 }

/** Attributes as name, value, name, value, ... in source order, names in lower case. */
export type Attributes = ReadonlyArray<string>

export interface Tape {
  readonly n: number
  readonly tag: Uint16Array
  readonly parent: Int32Array
  readonly end: Int32Array
  /** Text of text nodes; empty for elements. */
  readonly text: ReadonlyArray<string>
  readonly attrs: ReadonlyArray<Attributes | null>
  /** Names of the elements that are not in the table, by node. */
  readonly unknown: ReadonlyMap<number, string>
  readonly truncated: boolean
}

/** The value of an attribute, or `undefined`. */
export const attr = (tape: Tape, i: number, name: string): string | undefined => {
  const list = tape.attrs[i]
  if (list === null || list === undefined) return undefined
  for (let k = 0; k < list.length; k += 2) if (list[k] === name) return list[k + 1]
  return undefined
}

/** The lower-case name of an element; empty for text. */
export const nameOf = (tape: Tape, i: number): string => {
  const id = tape.tag[i]!
  return id === Tags.TEXT ? "" : id === Tags.UNKNOWN ? tape.unknown.get(i) ?? "" : Tags.tagNames[id]!
}

/** The whole text below a node, white space as it is, without scripts, styles and templates. */
export const textOf = (tape: Tape, i: number, limit = 1_000_000): string => {
  if (tape.tag[i] === Tags.TEXT) return tape.text[i]!
  let out = ""
  const end = tape.end[i]!
  for (let k = i + 1; k < end && out.length < limit; k++) {
    const tag = tape.tag[k]!
    if (tag === Tags.TEXT) out += tape.text[k]
    else if (tag === Tags.SCRIPT || tag === Tags.STYLE || tag === Tags.TEMPLATE) k = tape.end[k]! - 1
    else if (tag === Tags.BR) out += "\n"
  }
  return out
}

const byName = (pairs: string): ReadonlyArray<ReadonlySet<number> | undefined> => {
  const out: Array<ReadonlySet<number> | undefined> = []
  for (const line of pairs.split(";")) {
    const [opens, closes] = line.split(":")
    for (const open of opens!.trim().split(" ")) {
      out[Tags.tagId(open)] = new Set(closes!.trim().split(" ").map(Tags.tagId))
    }
  }
  return out
}

/** Which open elements end when another one starts (HTML standard 13.2.6.4.7, without its reconstruction of formatting). */
const impliedEnds = byName(
  "tr: tr th td caption colgroup; th: th td caption colgroup; td: th td caption colgroup; thead: caption colgroup; "
    + "tbody: thead tbody tfoot tr td th caption colgroup; tfoot: thead tbody tr td th caption colgroup; li: li; "
    + "dt: dt dd; dd: dt dd; option: option; optgroup: option optgroup; rt: rt rp; rp: rt rp; "
    + "h1: p h1 h2 h3 h4 h5 h6; h2: p h1 h2 h3 h4 h5 h6; h3: p h1 h2 h3 h4 h5 h6; h4: p h1 h2 h3 h4 h5 h6; "
    + "h5: p h1 h2 h3 h4 h5 h6; h6: p h1 h2 h3 h4 h5 h6; "
    + "p address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
    + "hgroup hr main menu nav ol pre search section table ul listing xmp: p; body: head; a: a; button: button"
)
/** Where the search for an element to end stops, besides the general scope. */
const barriers = byName(
  "li: ul ol menu dir; dt: dl; dd: dl; tr: table; td: table tr; th: table tr; tbody: table; thead: table; tfoot: table; "
    + "option: select; optgroup: select; rt: ruby; rp: ruby"
)
const tableParts = new Set("tr th td caption colgroup tbody thead tfoot".split(" ").map(Tags.tagId))
const headContent = new Set(
  "base link meta noscript script style template title #unknown".split(" ").map(Tags.tagId)
)
/** More than the white space that HTML collapses; a no-break space is a character. */
const space = /[^\t\n\f\r ]/

/** Parses HTML text; never fails. */
export const parse = (html: string, budget: Budget = defaultBudget): Tape => {
  const source = html.length > budget.characters ? html.slice(0, budget.characters) : html
  let truncated = source.length < html.length
  let capacity = Math.min(budget.nodes, Math.max(64, source.length >> 4)) + 2
  let tag = new Uint16Array(capacity)
  let parent = new Int32Array(capacity)
  let end = new Int32Array(capacity)
  const text: Array<string> = []
  const attrs: Array<Attributes | null> = []
  const unknown = new Map<number, string>()
  let n = 0

  const stack = new Int32Array(budget.depth + 1)
  let depth = 0
  let overflow = 0
  let foreign = 0
  let preformatted = 0
  let boundary = true
  let pending: Array<string> | null = null
  let attribute = ""
  let value = ""
  let openId = 0
  let openName = ""

  const grow = () => {
    capacity *= 2
    const a = new Uint16Array(capacity)
    a.set(tag)
    tag = a
    const b = new Int32Array(capacity)
    b.set(parent)
    parent = b
    const c = new Int32Array(capacity)
    c.set(end)
    end = c
  }
  const add = (id: number, value: string, attributes: Attributes | null): number => {
    if (n >= budget.nodes) {
      truncated = true
      tokenizer.pause()
      return n - 1
    }
    if (n >= capacity) grow()
    tag[n] = id
    parent[n] = depth === 0 ? -1 : stack[depth - 1]!
    end[n] = n + 1
    text.push(value)
    attrs.push(attributes)
    return n++
  }
  const pop = () => {
    const i = stack[--depth]!
    const id = tag[i]!
    end[i] = n
    if (id === Tags.SVG || id === Tags.MATH) foreign--
    else if (id === Tags.PRE || id === Tags.TEXTAREA) preformatted--
    if (Tags.is(id, Tags.BLOCK)) boundary = true
  }
  const popTo = (height: number) => {
    for (let left = depth - height; left > 0; left--) pop()
  }
  const implied = (id: number) => {
    const closes = impliedEnds[id]
    if (closes === undefined) return
    const stop = barriers[id]
    const cells = tableParts.has(id)
    let target = -1
    for (let d = depth - 1; d >= 0; d--) {
      const open = tag[stack[d]!]!
      if (closes.has(open)) {
        target = d
        if (!cells) break
        continue
      }
      if (stop?.has(open) === true) break
      if (cells ? open === Tags.TABLE || open === Tags.TEMPLATE : Tags.is(open, Tags.SCOPE)) break
      if (!cells && stop === undefined && (open === Tags.UL || open === Tags.OL || open === Tags.LI)) break
    }
    if (target >= 0) popTo(target)
  }

  const open = (selfClosing: boolean) => {
    const id = openId
    if (pending !== null && attribute !== "") attribute = ""
    const attributes = pending
    pending = null
    const isVoid = Tags.is(id, Tags.VOID) || (selfClosing && foreign > 0)
    if (foreign === 0) {
      if (id === Tags.HTML || id === Tags.BODY) {
        for (let d = 0; d < depth; d++) {
          const i = stack[d]!
          if (tag[i] === id) {
            if (attributes !== null) attrs[i] = attrs[i] === null ? attributes : [...attrs[i]!, ...attributes]
            return
          }
        }
      }
      implied(id)
      // Anything but metadata ends the head.
      if (depth > 0 && tag[stack[depth - 1]!] === Tags.HEAD && !headContent.has(id)) popTo(depth - 1)
    }
    const block = Tags.is(id, Tags.BLOCK)
    if (block) boundary = true
    else if (id === Tags.BR || id === Tags.IMG) boundary = id === Tags.BR
    const deep = depth >= budget.depth
    if (deep && !isVoid) overflow++
    if (deep && !block && !isVoid) return
    const i = add(id, "", attributes)
    if (id === Tags.UNKNOWN) unknown.set(i, openName)
    if (isVoid || deep) return
    stack[depth++] = i
    if (id === Tags.SVG || id === Tags.MATH) foreign++
    else if (id === Tags.PRE || id === Tags.TEXTAREA) preformatted++
  }

  const tokenizer = new Tokenizer({ decodeEntities: false }, {
    onattribname(start, stop) {
      const name = source.slice(start, stop)
      attribute = name === "class" || name === "href" ? name : name.toLowerCase()
      value = ""
    },
    onattribdata(start, stop) {
      value += source.slice(start, stop)
    },
    onattribentity() {},
    onattribend() {
      if (pending === null) pending = []
      else {
        for (let k = 0; k < pending.length; k += 2) {
          if (pending[k] === attribute) {
            attribute = ""
            return
          }
          if (k > 400) break
        }
      }
      if (pending.length < 2000) pending.push(attribute, value.includes("&") ? decodeHTMLAttribute(value) : value)
      attribute = ""
    },
    oncdata(start, stop) {
      onText(start, stop, false)
    },
    onclosetag(start, stop) {
      let name = source.slice(start, stop)
      let id = Tags.tagId(name)
      if (id === Tags.UNKNOWN) {
        name = name.toLowerCase()
        id = Tags.tagId(name)
      }
      if (Tags.is(id, Tags.VOID)) {
        if (id === Tags.BR) {
          openId = id
          pending = null
          open(false)
        }
        return
      }
      if (overflow > 0) {
        overflow--
        if (Tags.is(id, Tags.BLOCK)) boundary = true
        return
      }
      if (id === Tags.HTML || id === Tags.BODY) return
      const block = Tags.is(id, Tags.BLOCK)
      for (let d = depth - 1; d >= 0; d--) {
        const i = stack[d]!
        const at = tag[i]!
        if (at === id && (id !== Tags.UNKNOWN || unknown.get(i) === name)) {
          popTo(d)
          return
        }
        if (Tags.is(id, Tags.HEADING) && Tags.is(at, Tags.HEADING)) {
          popTo(d)
          return
        }
        // A stray end tag of an inline element does not end the block it stands in, nor one in a cell the table.
        if (!block && Tags.is(at, Tags.BLOCK) && foreign === 0) return
        if (
          Tags.is(at, Tags.SCOPE) && !(tableParts.has(id) || id === Tags.TABLE) && foreign === 0 && at !== Tags.BUTTON
        ) {
          return
        }
        if (at === Tags.TABLE && tableParts.has(id)) return
      }
      if (id === Tags.P && foreign === 0) boundary = true
    },
    oncomment() {},
    ondeclaration() {},
    onend() {},
    onopentagend() {
      open(false)
    },
    onopentagname(start, stop) {
      openName = source.slice(start, stop)
      openId = Tags.tagId(openName)
      if (openId === Tags.UNKNOWN) {
        openName = openName.toLowerCase()
        openId = openName === "image" && foreign === 0 ? Tags.IMG : Tags.tagId(openName)
      }
      pending = null
      attribute = ""
    },
    onprocessinginstruction() {},
    onselfclosingtag() {
      open(true)
    },
    ontext(start, stop) {
      onText(start, stop, true)
    },
    ontextentity() {},
    isInForeignContext: () => foreign > 0
  })
  const onText = (start: number, stop: number, decode: boolean) => {
    let data = source.slice(start, stop)
    const at = depth === 0 ? -1 : stack[depth - 1]!
    const rawText = at >= 0 && (tag[at] === Tags.SCRIPT || tag[at] === Tags.STYLE)
    if (!rawText) {
      if (preformatted === 0 && !space.test(data)) {
        if (boundary && !(at >= 0 && tag[at] === Tags.CODE)) return
        data = data.includes("\n") ? "\n" : " "
      } else {
        if (decode && data.includes("&")) data = decodeHTML(data)
        boundary = false
      }
    }
    if (n > 0 && tag[n - 1] === Tags.TEXT && parent[n - 1] === at) {
      text[n - 1] += data
      return
    }
    add(Tags.TEXT, data, null)
  }
  tokenizer.write(source)
  tokenizer.end()
  popTo(0)
  return {
    n,
    tag: tag.subarray(0, n),
    parent: parent.subarray(0, n),
    end: end.subarray(0, n),
    text,
    attrs,
    unknown,
    truncated
  }
}

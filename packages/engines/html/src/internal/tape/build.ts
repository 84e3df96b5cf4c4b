/**
 * Builds the tree of a page on a tape while scanning its source.
 *
 * Follows the tree construction of the HTML standard (13.2.6) if it affects the visible page: implied and stray end
 * tags, one head and one body, foreign content that ends at an HTML tag. Formatting elements are not reconstructed.
 *
 * @since 0.1.0
 */
import { decodeHTML } from "entities/decode"
import * as Attributes from "./attributes.ts"
import type { Listener } from "./scan.ts"
import { isPlace } from "./streamed.ts"
import * as Tags from "./tags.ts"
import type { Budget, Tape } from "./tape.ts"

const setOf = (names: string): Uint8Array => {
  const out = new Uint8Array(Tags.UNKNOWN + 1)
  for (const name of names.trim().split(" ")) out[Tags.tagId(name)] = 1
  return out
}
const byName = (pairs: string): ReadonlyArray<Uint8Array | undefined> => {
  const out: Array<Uint8Array | undefined> = Array.from({ length: Tags.UNKNOWN + 1 })
  for (const line of pairs.split(";")) {
    const [opens, closes] = line.split(":")
    for (const open of opens!.trim().split(" ")) out[Tags.tagId(open)] = setOf(closes!)
  }
  return out
}

/**
 * For each element that starts, the open elements that end implicitly (HTML standard 13.2.6.4.7, without reconstruction
 * of formatting).
 */
const impliedEnds = byName(
  "tr: tr th td caption colgroup; th: th td caption colgroup; td: th td caption colgroup; thead: caption colgroup; "
    + "tbody: thead tbody tfoot tr td th caption colgroup; tfoot: thead tbody tr td th caption colgroup; li: li; "
    + "dt: dt dd; dd: dt dd; option: option; optgroup: option optgroup; rt: rt rp; rp: rt rp; "
    + "h1: p h1 h2 h3 h4 h5 h6; h2: p h1 h2 h3 h4 h5 h6; h3: p h1 h2 h3 h4 h5 h6; h4: p h1 h2 h3 h4 h5 h6; "
    + "h5: p h1 h2 h3 h4 h5 h6; h6: p h1 h2 h3 h4 h5 h6; "
    + "p address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
    + "hgroup hr main menu nav ol pre search section table ul listing xmp: p; body: head; a: a; button: button"
)
/** For each starting element, the open elements at which the search for an element to close stops. */
const barriers = byName(
  "li: ul ol menu dir; dt: dl; dd: dl; tr: table; td: table tr; th: table tr; tbody: table; thead: table; tfoot: table; "
    + "option: select; optgroup: select; rt: ruby; rp: ruby"
)
const tableParts = setOf("tr th td caption colgroup tbody thead tfoot")
const headContent = setOf("base link meta noscript script style template title #unknown")

/**
 * HTML elements that are not allowed in `svg` or `math`. Their start tag ends the `svg` or `math` (HTML standard
 * 13.2.6.5).
 */
const breakout = setOf(
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ol "
    + "p pre ruby s small span strong strike sub sup table tt u ul var"
)
const integration = new Set("foreignobject desc title annotation-xml mi mo mn ms mtext".split(" "))

const nothing = new Int32Array(0)

const enlarged = <A extends Uint16Array | Int32Array>(from: A, to: A): A => {
  to.set(from)
  return to
}

interface Rows {
  readonly tag: Uint16Array<ArrayBuffer>
  readonly parent: Int32Array<ArrayBuffer>
  readonly end: Int32Array<ArrayBuffer>
  readonly textAt: Int32Array<ArrayBuffer>
  readonly attrsAt: Int32Array<ArrayBuffer>
  readonly attrs: Int32Array<ArrayBuffer>
}

const INITIAL_CAPACITY = 4096
/**
 * Number of characters from which the tags of a page are counted first. Growing arrays leave as much garbage as they
 * use.
 */
const COUNTED_FROM_IN_CHARACTERS = 1 << 20
/** Minimum number of nodes of a page whose arrays are kept without a copy. */
const lastingCapacity = 1 << 16
let spare: Rows | undefined

/**
 * Returns an upper limit for the number of nodes on a large page: one per tag, and one for the text after each tag.
 * Returns 0 for smaller pages, whose tags are not counted.
 */
const mostNodes = (source: string, { nodes }: Budget): number => {
  if (source.length < COUNTED_FROM_IN_CHARACTERS) return 0
  let tags = 0
  for (let at = source.indexOf("<"); at >= 0 && 2 * tags < nodes; at = source.indexOf("<", at + 1)) tags++
  return Math.min(nodes, 2 * tags + 1)
}

const newRows = (capacity: number): Rows => ({
  tag: new Uint16Array(capacity),
  parent: new Int32Array(capacity),
  end: new Int32Array(capacity),
  textAt: new Int32Array(capacity),
  attrsAt: new Int32Array(capacity + 1),
  attrs: new Int32Array(Attributes.WIDTH * capacity)
})

/** Copies the used parts of arrays into one block of memory. Arrays with larger elements come first, for alignment. */
class Copies {
  private readonly memory: ArrayBuffer
  private used = 0

  constructor(bytes: number) {
    this.memory = new ArrayBuffer(bytes)
  }

  int32(rows: Int32Array, length: number): Int32Array {
    const copy = new Int32Array(this.memory, this.used, length)
    this.used += copy.byteLength
    copy.set(rows.subarray(0, length))
    return copy
  }

  uint16(rows: Uint16Array, length: number): Uint16Array {
    const copy = new Uint16Array(this.memory, this.used, length)
    this.used += copy.byteLength
    copy.set(rows.subarray(0, length))
    return copy
  }
}

export class Builder implements Listener {
  isDone = false
  hasPlaces = false
  private readonly source: string
  private readonly budget: Budget
  private capacity: number
  private tag: Uint16Array<ArrayBuffer>
  private parent: Int32Array<ArrayBuffer>
  private end: Int32Array<ArrayBuffer>
  private readonly texts: Array<string>
  private textAt: Int32Array<ArrayBuffer>
  private attrs: Int32Array<ArrayBuffer>
  private attrsAt: Int32Array<ArrayBuffer>
  private used = 0
  private later: Map<number, Array<number>> | undefined
  private readonly unknown = new Map<number, string>()
  private n = 0
  private readonly stack: Int32Array
  private depth = 0
  private overflow = 0
  private foreign = 0
  private preformatted = 0
  /** Whether white space at this position would be at the edge of a block, where it is not rendered. */
  private boundary = true

  constructor(source: string, budget: Budget) {
    this.source = source
    this.budget = budget
    const most = mostNodes(source, budget)
    const rows = most > lastingCapacity ? newRows(most) : spare ?? newRows(INITIAL_CAPACITY)
    if (most <= lastingCapacity) spare = undefined
    this.texts = most > lastingCapacity ? Array.from<string>({ length: most }) : []
    this.capacity = rows.tag.length
    this.tag = rows.tag
    this.parent = rows.parent
    this.end = rows.end
    this.textAt = rows.textAt
    this.attrsAt = rows.attrsAt
    this.attrs = rows.attrs
    this.stack = new Int32Array(budget.depth + 1)
  }

  get isForeign(): boolean {
    return this.foreign > 0
  }

  private grow(): void {
    this.capacity *= 2
    this.tag = enlarged(this.tag, new Uint16Array(this.capacity))
    this.parent = enlarged(this.parent, new Int32Array(this.capacity))
    this.end = enlarged(this.end, new Int32Array(this.capacity))
    this.textAt = enlarged(this.textAt, new Int32Array(this.capacity))
    this.attrsAt = enlarged(this.attrsAt, new Int32Array(this.capacity + 1))
  }

  private add(id: number, text: string, at: number): number {
    const { n } = this
    if (n >= this.budget.nodes) {
      this.isDone = true
      return n - 1
    }
    if (n >= this.capacity) this.grow()
    this.tag[n] = id
    this.parent[n] = this.depth === 0 ? -1 : this.stack[this.depth - 1]!
    this.end[n] = n + 1
    this.texts[n] = text
    this.textAt[n] = at
    this.n++
    this.attrsAt[n + 1] = this.used / Attributes.WIDTH
    return n
  }

  private keep(attributes: Int32Array, count: number): void {
    if (this.used + count > this.attrs.length) {
      const attrs = new Int32Array(2 * this.attrs.length + count)
      attrs.set(this.attrs)
      this.attrs = attrs
    }
    for (let k = 0; k < count; k++) this.attrs[this.used++] = attributes[k]!
  }

  private popTo(height: number): void {
    while (this.depth > height) {
      const i = this.stack[--this.depth]!
      const id = this.tag[i]!
      this.end[i] = this.n
      if (id === Tags.SVG || id === Tags.MATH) this.foreign--
      else if (id === Tags.PRE || id === Tags.TEXTAREA) this.preformatted--
      if (Tags.is(id, Tags.BLOCK)) this.boundary = true
    }
  }

  private implied(id: number): void {
    const closes = impliedEnds[id]
    if (closes === undefined) return
    const stop = barriers[id]
    const cells = tableParts[id] === 1
    let target = -1
    for (let d = this.depth - 1; d >= 0; d--) {
      const open = this.tag[this.stack[d]!]!
      if (closes[open] === 1) {
        target = d
        if (!cells) break
        continue
      }
      if (stop !== undefined && stop[open] === 1) break
      if (cells ? open === Tags.TABLE || open === Tags.TEMPLATE : Tags.is(open, Tags.SCOPE)) break
      if (!cells && stop === undefined && (open === Tags.UL || open === Tags.OL || open === Tags.LI)) break
    }
    if (target >= 0) this.popTo(target)
  }

  private leaveForeign(): void {
    for (let d = this.depth - 1; d >= 0; d--) {
      const i = this.stack[d]!
      const id = this.tag[i]!
      if (integration.has(id === Tags.UNKNOWN ? this.unknown.get(i)! : Tags.tagNames[id]!)) return
      if (id !== Tags.SVG && id !== Tags.MATH) continue
      this.popTo(d)
      if (this.foreign === 0) return
    }
  }

  open(given: number, name: string, attributes: Int32Array, count: number, selfClosing: boolean): void {
    const { budget, tag } = this
    if (this.foreign > 0 && breakout[given] === 1) this.leaveForeign()
    const id = given === Tags.UNKNOWN && name === "image" && this.foreign === 0 ? Tags.IMG : given
    const isVoid = Tags.is(id, Tags.VOID) || (selfClosing && this.foreign > 0)
    if (this.foreign === 0) {
      if (id === Tags.HTML || id === Tags.BODY) {
        for (let d = 0; d < this.depth; d++) {
          const i = this.stack[d]!
          if (tag[i] !== id) continue
          if (count > 0) this.more(i, attributes, count)
          return
        }
      }
      this.implied(id)
      const { depth } = this
      if (depth > 0 && tag[this.stack[depth - 1]!] === Tags.HEAD && headContent[id] !== 1) this.popTo(depth - 1)
    }
    const block = Tags.is(id, Tags.BLOCK)
    if (block) this.boundary = true
    else if (id === Tags.BR || id === Tags.IMG) this.boundary = id === Tags.BR
    const deep = this.depth >= budget.depth
    if (deep && !isVoid) this.overflow++
    if (deep && !block && !isVoid) return
    if (count > 0 && this.n < budget.nodes) this.keep(attributes, count)
    const i = this.add(id, "", 0)
    if (id === Tags.UNKNOWN) this.unknown.set(i, name)
    else if (id === Tags.TEMPLATE) this.notePlace(attributes, count)
    if (isVoid || deep) return
    this.stack[this.depth++] = i
    if (id === Tags.SVG || id === Tags.MATH) this.foreign++
    else if (id === Tags.PRE || id === Tags.TEXTAREA) this.preformatted++
  }

  private notePlace(attributes: Int32Array, count: number): void {
    for (let k = 0; k < count; k += Attributes.WIDTH) {
      if (attributes[k] === Attributes.ID && isPlace(this.source.slice(attributes[k + 1], attributes[k + 2]))) {
        this.hasPlaces = true
      }
    }
  }

  close(id: number, name: string): void {
    const { tag } = this
    if (Tags.is(id, Tags.VOID)) {
      if (id === Tags.BR) this.open(id, name, nothing, 0, false)
      return
    }
    if (this.overflow > 0) {
      this.overflow--
      if (Tags.is(id, Tags.BLOCK)) this.boundary = true
      return
    }
    if (id === Tags.HTML || id === Tags.BODY) return
    const block = Tags.is(id, Tags.BLOCK)
    for (let d = this.depth - 1; d >= 0; d--) {
      const i = this.stack[d]!
      const at = tag[i]!
      if (at === id && (id !== Tags.UNKNOWN || this.unknown.get(i) === name)) {
        this.popTo(d)
        return
      }
      if (Tags.is(id, Tags.HEADING) && Tags.is(at, Tags.HEADING)) {
        this.popTo(d)
        return
      }
      // A stray inline end tag does not end its block, and a stray end tag in a cell does not end the table.
      if (!block && Tags.is(at, Tags.BLOCK) && this.foreign === 0) return
      if (
        Tags.is(at, Tags.SCOPE) && !(tableParts[id] === 1 || id === Tags.TABLE) && this.foreign === 0 &&
        at !== Tags.BUTTON
      ) {
        return
      }
      if (at === Tags.TABLE && tableParts[id] === 1) return
    }
    if (id === Tags.P && this.foreign === 0) this.boundary = true
  }

  text(start: number, word: number, stop: number, raw: boolean): void {
    const { source } = this
    const above = this.depth === 0 ? -1 : this.stack[this.depth - 1]!
    const parent = above < 0 ? -1 : this.tag[above]!
    let data = ""
    let at = start
    if (parent === Tags.SCRIPT || parent === Tags.STYLE) data = source.slice(start, stop)
    else if (word === stop && this.preformatted === 0) {
      if (this.boundary && parent !== Tags.CODE) return
      data = source.slice(start, stop).includes("\n") ? "\n" : " "
      at = -1
    } else {
      data = source.slice(start, stop)
      if (!raw && data.includes("&")) {
        data = decodeHTML(data)
        at = -1
      }
      this.boundary = false
    }
    const last = this.n - 1
    if (last >= 0 && this.tag[last] === Tags.TEXT && this.parent[last] === above) {
      this.texts[last] += data
      this.textAt[last] = -1
    } else this.add(Tags.TEXT, data, at)
  }

  private more(i: number, attributes: Int32Array, count: number): void {
    this.later ??= new Map()
    const all = this.later.get(i) ??
      [...this.attrs.subarray(Attributes.WIDTH * this.attrsAt[i]!, Attributes.WIDTH * this.attrsAt[i + 1]!)]
    for (let k = 0; k < count && all.length < 600; k += Attributes.WIDTH) {
      let repeated = false
      for (let j = 0; j < all.length && !repeated; j += Attributes.WIDTH) repeated = all[j] === attributes[k]
      if (!repeated) all.push(attributes[k]!, attributes[k + 1]!, attributes[k + 2]!)
    }
    this.later.set(i, all)
  }

  private settle(later: ReadonlyMap<number, ReadonlyArray<number>>): void {
    const { attrs, attrsAt } = this
    this.attrs = new Int32Array(attrs.length)
    this.used = 0
    let first = 0
    for (let i = 0; i < this.n; i++) {
      const stop = attrsAt[i + 1]!
      const all = later.get(i)
      const own = all === undefined
        ? attrs.subarray(Attributes.WIDTH * first, Attributes.WIDTH * stop)
        : Int32Array.from(all)
      if (own.length > 0) this.keep(own, own.length)
      first = stop
      attrsAt[i + 1] = this.used / Attributes.WIDTH
    }
  }

  finish(names: ReadonlyArray<string>, cut: boolean): Tape {
    this.popTo(0)
    this.texts.length = this.n
    if (this.later !== undefined) this.settle(this.later)
    const { attrs, attrsAt, end, n, parent, tag, textAt } = this
    const isSmall = this.capacity <= lastingCapacity && attrs.length <= 6 * lastingCapacity
    if (isSmall) spare = { tag, parent, end, textAt, attrsAt, attrs }
    const copies = isSmall ? new Copies(4 * (4 * n + 1 + this.used) + 2 * n) : undefined
    const own = (rows: Int32Array, length: number): Int32Array =>
      copies === undefined ? rows.subarray(0, length) : copies.int32(rows, length)
    return {
      n,
      parent: own(parent, n),
      end: own(end, n),
      text: this.texts,
      textAt: own(textAt, n),
      attrs: own(attrs, this.used),
      attrsAt: own(attrsAt, n + 1),
      tag: copies === undefined ? tag.subarray(0, n) : copies.uint16(tag, n),
      names,
      source: this.source,
      unknown: this.unknown,
      truncated: cut || this.isDone
    }
  }
}

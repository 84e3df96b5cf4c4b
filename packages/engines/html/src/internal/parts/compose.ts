/**
 * Composes a page as readers see it. A shadow tree replaces the children of its host, these children replace its
 * slots, and the page in a `srcdoc` replaces its frame.
 *
 * @since 0.3.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"
import { type Concealed, concealed, concealedIn, noteConcealed } from "../visibility/concealed.ts"
import { Looks } from "../visibility/looks.ts"
import { lettersBefore, shadowRootsOf, slotNameOf } from "../visibility/shadowTrees.ts"
import { drawingsOf, pageOfDrawing } from "./drawings.ts"
import { concealedInTrees } from "./forests.ts"
import { isOfFrameAlone, MAX_DEPTH_OF_FRAMES, MAX_FRAMES, MIN_FRAME_LETTERS, sourceOfFrame } from "./frames.ts"

type Parse = (source: string, nodes: number) => Tape

interface Left {
  frames: number
  nodes: number
}

/** Maximum nesting depth. Deeper elements lose their structure but keep their text. */
const MAX_DEPTH_OF_NODES = 256

const frame = Tags.tagId("section")

const none: ReadonlySet<number> = new Set()

interface Source {
  readonly tape: Tape
  readonly treeOf: ReadonlyMap<number, number>
  readonly drawings: ReadonlySet<number>
  readonly whyOf: (i: number) => string | undefined
  readonly opened: ReadonlySet<number>
  readonly revealed: ReadonlySet<number>
  readonly shift: number
  readonly names: ReadonlyArray<number>
  readonly isFrame: boolean
}

interface Tree {
  readonly waiting: Map<string, Array<number>>
  readonly around: Tree | undefined
}

interface Run {
  readonly from: Source
  readonly nodes: Iterator<number>
  readonly parent: number
  readonly tree: Tree | undefined
  /** Why the nodes are hidden; absent if they are visible. */
  readonly why: string | undefined
  /** Index of the page's element that ends after these nodes; -1 if none does. */
  readonly closes: number
}

class Composer {
  private readonly parse: Parse
  private readonly left: Left
  private readonly depth: number
  private readonly sources: Array<string> = []
  private length = 0
  private letters = 0
  private readonly names = new Map<string, number>()
  private readonly tag: Array<number> = []
  private readonly parent: Array<number> = []
  private readonly end: Array<number> = []
  private readonly depths: Array<number> = []
  private readonly text: Array<string> = []
  private readonly textAt: Array<number> = []
  private readonly attrs: Array<number> = []
  private readonly attrsAt: Array<number> = [0]
  private readonly unknown = new Map<number, string>()
  private readonly why = new Map<number, string>()
  private readonly opened = new Set<number>()
  private readonly revealed = new Set<number>()
  private readonly runs: Array<Run> = []

  constructor(parse: Parse, left: Left, depth: number) {
    this.parse = parse
    this.left = left
    this.depth = depth
  }

  compose(page: Tape): Tape {
    const from = this.source(page, false)
    this.runs.push({ from, nodes: siblings(page, 0, page.n), parent: -1, tree: undefined, why: undefined, closes: -1 })
    for (let run = this.runs.at(-1); run !== undefined; run = this.runs.at(-1)) {
      const { done, value } = run.nodes.next()
      if (done !== true) this.write(value, run)
      else {
        this.runs.pop()
        if (run.closes >= 0) this.end[run.closes] = this.tag.length
      }
    }
    return this.finish(page.truncated)
  }

  private source(tape: Tape, isFrame: boolean): Source {
    const { opened, revealed, why }: Concealed = concealed(tape)
    const roots = shadowRootsOf(tape)
    const letters = lettersBefore(tape, roots)
    const trees = roots.length === 0 ? undefined : concealedInTrees(tape, roots, letters)
    const shift = this.length
    this.sources.push(tape.source)
    this.length += tape.source.length
    this.letters += letters[tape.n]!
    return {
      tape,
      treeOf: new Map(roots.map((root) => [tape.parent[root]!, root])),
      drawings: isFrame ? none : drawingsOf(tape),
      whyOf: trees === undefined ? (i) => why.get(i) : (i) => trees.why.get(i) ?? why.get(i),
      opened: trees === undefined ? opened : new Set([...opened, ...trees.opened]),
      revealed: trees === undefined ? revealed : new Set([...revealed, ...trees.revealed]),
      shift,
      names: tape.names.map((name) => this.names.get(name) ?? this.names.set(name, this.names.size).size - 1),
      isFrame
    }
  }

  private write(i: number, run: Run): void {
    const { from, tree } = run
    const { tape } = from
    const id = tape.tag[i]!
    if (from.isFrame) {
      if (isOfFrameAlone(tape, i)) return
      if (id === Tags.HTML || id === Tags.BODY) return this.below(i, run)
    }
    if (tree !== undefined) {
      if (id === Tags.STYLE || id === Tags.LINK) return
      if (nameOf(tape, i) === "slot") return this.writeSlot(i, run, tree)
    }
    const isDeep = run.parent >= 0 && this.depths[run.parent]! >= MAX_DEPTH_OF_NODES
    if (isDeep && id !== Tags.TEXT) return Tags.is(id, Tags.INVISIBLE) ? undefined : this.below(i, run)
    // A frame's page has its nested frames already.
    const page = from.isFrame ? undefined : this.pageOf(from, i)
    if (page !== undefined) return this.writeFrame(page, i, run)
    const made = this.push(i, run)
    const root = from.treeOf.get(i)
    if (root !== undefined) return this.writeTree(root, made, run)
    if (tape.end[i]! > i + 1) this.below(i, { ...run, parent: made, why: undefined }, made)
  }

  private below(i: number, run: Run, closes = -1): void {
    const { tape, whyOf } = run.from
    const why = closes < 0 ? run.why ?? whyOf(i) : undefined
    this.runs.push({ ...run, nodes: siblings(tape, i + 1, tape.end[i]!), why, closes })
  }

  private writeTree(root: number, made: number, run: Run): void {
    const { from, tree: around } = run
    const waiting = new Map<string, Array<number>>()
    const host = from.tape.parent[root]!
    for (const child of siblings(from.tape, host + 1, from.tape.end[host]!)) {
      if (child === root) continue
      const name = slotNameOf(from.tape, child)
      const others = waiting.get(name)
      if (others === undefined) waiting.set(name, [child])
      else others.push(child)
    }
    this.runs.push({ ...run, nodes: leftIn(waiting), parent: made, why: "slot", closes: made })
    const why = from.whyOf(root)
    const nodes = siblings(from.tape, root + 1, from.tape.end[root]!)
    this.runs.push({ from, nodes, parent: made, tree: { waiting, around }, why, closes: -1 })
  }

  private writeSlot(i: number, run: Run, tree: Tree): void {
    const name = attr(run.from.tape, i, "name") ?? ""
    const nodes = tree.waiting.get(name)
    if (nodes === undefined) return this.below(i, run)
    tree.waiting.delete(name)
    const why = run.why ?? run.from.whyOf(i)
    this.runs.push({ ...run, nodes: nodes.values(), tree: tree.around, why, closes: -1 })
  }

  private pageOf({ drawings, tape }: Source, i: number): Tape | undefined {
    const { depth, left, parse } = this
    const isDrawing = drawings.has(i)
    if (!isDrawing && tape.tag[i] !== Tags.IFRAME) return undefined
    if (left.frames <= 0 || left.nodes <= 0 || depth >= MAX_DEPTH_OF_FRAMES) return undefined
    const source = isDrawing ? pageOfDrawing(tape, i) : sourceOfFrame(tape, i)
    if (source === undefined) return undefined
    left.frames--
    const page = parse(source, left.nodes)
    left.nodes -= page.n
    const own = lettersBefore(page, shadowRootsOf(page))[page.n]!
    noteConcealed(page, concealedIn(page, { total: this.letters + own, looks: new Looks() }))
    const whole = composed(page, parse, left, depth + 1)
    // A frame may consist of another frame.
    const letters = whole === page ? own : lettersBefore(whole, shadowRootsOf(whole))[whole.n]!
    if (letters < MIN_FRAME_LETTERS) return undefined
    return whole
  }

  private writeFrame(page: Tape, i: number, run: Run): void {
    const made = this.push(i, run, frame)
    const from = this.source(page, true)
    const nodes = siblings(page, 0, page.n)
    this.runs.push({ from, nodes, parent: made, tree: undefined, why: undefined, closes: made })
  }

  private push(i: number, { from, parent, why: around }: Run, tag?: number): number {
    const { names, opened, revealed, shift, tape, whyOf } = from
    const made = this.tag.push(tag ?? tape.tag[i]!) - 1
    this.parent.push(parent)
    this.depths.push(parent < 0 ? 0 : this.depths[parent]! + 1)
    this.end.push(made + 1)
    this.text.push(tape.text[i]!)
    this.textAt.push(tape.textAt[i]! < 0 ? -1 : tape.textAt[i]! + shift)
    const stop = tag === undefined ? Attributes.WIDTH * tape.attrsAt[i + 1]! : 0
    for (let k = Attributes.WIDTH * tape.attrsAt[i]!; k < stop; k += Attributes.WIDTH) {
      this.attrs.push(names[tape.attrs[k]!]!, tape.attrs[k + 1]! + shift, tape.attrs[k + 2]! + shift)
    }
    this.attrsAt.push(this.attrs.length / Attributes.WIDTH)
    if (tag === undefined && tape.unknown.has(i)) this.unknown.set(made, tape.unknown.get(i)!)
    const why = around ?? whyOf(i)
    if (why !== undefined) this.why.set(made, why)
    if (opened.has(i)) this.opened.add(made)
    if (revealed.has(i)) this.revealed.add(made)
    return made
  }

  private finish(truncated: boolean): Tape {
    const tape: Tape = {
      n: this.tag.length,
      tag: Uint16Array.from(this.tag),
      parent: Int32Array.from(this.parent),
      end: Int32Array.from(this.end),
      text: this.text,
      textAt: Int32Array.from(this.textAt),
      attrsAt: Int32Array.from(this.attrsAt),
      attrs: Int32Array.from(this.attrs),
      names: [...this.names.keys()],
      source: this.sources.join(""),
      unknown: this.unknown,
      truncated
    }
    const nodes = new Uint8Array(tape.n)
    const reasons = new Map<string, number>()
    const letters = lettersBefore(tape, [])
    let stop = 0
    for (const [i, why] of this.why) {
      nodes[i] = 1
      if (i < stop) continue
      stop = tape.end[i]!
      const hidden = letters[stop]! - letters[i]!
      if (hidden > 0) reasons.set(why, (reasons.get(why) ?? 0) + hidden)
    }
    noteConcealed(tape, { nodes, reasons, why: this.why, opened: this.opened, revealed: this.revealed })
    return tape
  }
}

function* siblings({ end }: Tape, from: number, stop: number): Generator<number, void> {
  for (let i = from; i < stop; i = end[i]!) yield i
}

function* leftIn(waiting: Tree["waiting"]): Generator<number, void> {
  for (const children of waiting.values()) yield* children
}

/** Returns a page with its shadow trees, frames and drawings. A page without them is returned unchanged. */
export const composed = (page: Tape, parse: Parse, left: Left, depth = 0): Tape =>
  page.names.includes("shadowrootmode") || page.names.includes("srcdoc") || drawingsOf(page).size > 0
    ? new Composer(parse, left, depth).compose(page)
    : page

export const leftFor = (page: Tape, nodes: number): Left => ({
  frames: MAX_FRAMES,
  nodes: Math.max(0, nodes - page.n)
})

/**
 * Writes blocks, with blank lines between them and the prefixes of lists and quotes before each line.
 *
 * @since 0.1.0
 */

import { Pieces } from "./pieces.ts"
import { continues, type TypedItem } from "./typedLists.ts"

export interface Container {
  readonly first: string
  readonly rest: string
  used: boolean
}

const MAX_NESTING = 24

export class Writer {
  private readonly out = new Pieces()
  private readonly containers: Array<Container> = []
  private readonly budget: number
  size = 0
  /** Gap at the end of the output: 0 at its start, 1 for a line feed, 2 for a blank line. */
  gap = 0
  truncated = false

  constructor(budget: number) {
    this.budget = budget
  }

  get atMarker(): boolean {
    return this.containers.length > 0 && !this.containers[this.containers.length - 1]!.used
  }

  /** Whether another level may be nested. Without this limit, each line's prefix would grow with the page's depth. */
  get canNest(): boolean {
    return this.containers.length < MAX_NESTING
  }

  private prefix(): string {
    const { containers } = this
    let s = ""
    for (let k = 0; k < containers.length; k++) {
      const container = containers[k]!
      s += container.used ? container.rest : container.first
      container.used = true
    }
    return s
  }

  private separator(): string {
    if (this.size === 0) return ""
    if (this.gap === 1 || this.gap === 0 && this.atMarker) return "\n"
    const { containers } = this
    let quiet = ""
    for (let k = 0; k < containers.length && containers[k]!.used; k++) quiet += containers[k]!.rest
    return quiet === "" ? "\n\n" : `\n${quiet.trimEnd()}\n`
  }

  private indented(s: string): string {
    return s.includes("\n") ? s.split("\n").map((line) => this.line(line)).join("\n") : this.line(s)
  }

  private line(s: string): string {
    const prefix = this.prefix()
    return s === "" ? prefix.trimEnd() : prefix + s
  }

  write(s: string): void {
    if (this.truncated) return
    if (this.size > this.budget) {
      this.truncated = true
      return
    }
    const piece = this.separator() + (this.containers.length === 0 ? s : this.indented(s))
    this.out.add(piece)
    this.size += piece.length
    this.gap = 2
  }

  private typed: { readonly item: TypedItem; readonly size: number; readonly around: Container | undefined } | undefined

  writeTyped(item: TypedItem): void {
    const { out, typed } = this
    const around = this.containers[this.containers.length - 1]
    if (typed === undefined || typed.size !== this.size || typed.around !== around || !continues(typed.item, item)) {
      this.write(item.sign + item.words)
    } else {
      const { last } = out
      const before = typed.item.sign + typed.item.words
      if (last.endsWith(before)) {
        out.replaceLast(last.slice(0, -before.length) + typed.item.marker + typed.item.words)
        this.size += typed.item.marker.length - typed.item.sign.length
      }
      this.gap = 1
      this.write(item.marker + item.words)
    }
    this.typed = { item, size: this.size, around }
  }

  inside(container: Container, body: () => void): void {
    if (!this.canNest) {
      body()
      return
    }
    this.containers.push(container)
    body()
    this.containers.pop()
  }

  text(): string {
    return this.out.text()
  }
}

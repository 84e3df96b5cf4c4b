/**
 * Blocks on their way out: the blank lines between them, and what lists and quotes put before each line.
 *
 * @since 0.1.0
 */

/** A list item or a quote around the blocks that are being written. */
export interface Container {
  /** Before its first line: the marker. */
  readonly first: string
  /** Before every other line. */
  readonly rest: string
  used: boolean
}

const maxNesting = 24

export class Writer {
  private readonly out: Array<string> = []
  private readonly containers: Array<Container> = []
  private readonly budget: number
  /** Characters written. */
  size = 0
  /** How the next block is set apart: 0 nothing written yet, 1 a line feed, 2 a blank line. */
  gap = 0
  truncated = false

  constructor(budget: number) {
    this.budget = budget
  }

  /** The next block stands right behind the marker of a list or a quote. */
  get atMarker(): boolean {
    return this.containers.length > 0 && !this.containers[this.containers.length - 1]!.used
  }

  /** Deeper containers would make the prefix of each line grow with the depth of the page. */
  get canNest(): boolean {
    return this.containers.length < maxNesting
  }

  private prefix(): string {
    let s = ""
    for (const container of this.containers) {
      s += container.used ? container.rest : container.first
      container.used = true
    }
    return s
  }

  /** Writes one block. */
  write(s: string): void {
    if (this.truncated) return
    if (this.size > this.budget) {
      this.truncated = true
      return
    }
    let quiet = ""
    for (const container of this.containers) {
      if (!container.used) break
      quiet += container.rest
    }
    const close = this.gap === 1 || (this.atMarker && this.gap === 0)
    const separator = this.size === 0 ? "" : close ? "\n" : `\n${quiet.trimEnd()}\n`
    const piece = separator + (this.containers.length === 0 ? s : s.split("\n").map((line) => {
      const prefix = this.prefix()
      return line === "" ? prefix.trimEnd() : prefix + line
    }).join("\n"))
    this.out.push(piece)
    this.size += piece.length
    this.gap = 2
  }

  /** Writes blocks inside a container. */
  inside(container: Container, body: () => void): void {
    if (!this.canNest) {
      body()
      return
    }
    this.containers.push(container)
    body()
    this.containers.pop()
  }

  /** Everything written. */
  text(): string {
    return this.out.join("")
  }
}

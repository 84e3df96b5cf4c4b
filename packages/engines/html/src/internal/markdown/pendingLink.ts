/**
 * A link around blocks, which markdown cannot write: the heading inside becomes the link, or else the first words.
 *
 * @since 0.1.0
 */
import type { Inline } from "./marks.ts"

export class PendingLink {
  private current: { readonly href: string; readonly target: number } | null = null

  /** There is a link around; links inside it are dropped. */
  get isTaken(): boolean {
    return this.current !== null
  }

  /** A link waits for the first words, whichever they are. */
  get isOpen(): boolean {
    return this.current !== null && this.current.target < 0
  }

  /** Writes the content of a link. `target` is the heading that becomes the link, or -1. */
  around(href: string | undefined, target: number, body: () => void): void {
    if (href !== undefined) this.current = { href, target }
    body()
    this.current = null
  }

  /** Adds words at a node to a run, inside the link when it waits for them. */
  words(run: Inline, at: number, body: () => void): void {
    const waiting = this.current
    if (waiting === null || waiting.target >= 0 && waiting.target !== at) {
      body()
      return
    }
    const opened = run.openLink(waiting.href)
    body()
    if (opened) run.closeLink()
    if (!run.isEmpty) this.current = null
  }
}

/**
 * Moves a link around blocks, which Markdown cannot express, to the heading inside or else to the first words.
 *
 * @since 0.1.0
 */
import type { Inline } from "./marks.ts"

export class PendingLink {
  private current: { readonly href: string; readonly target: number } | null = null

  /** Whether there is an outer link; nested links are dropped. */
  get isTaken(): boolean {
    return this.current !== null
  }

  /** Whether a link is waiting for its first words. */
  get isOpen(): boolean {
    return this.current !== null && this.current.target < 0
  }

  /** Writes the content of a link. `target` is the heading that becomes the link, or -1. */
  around(href: string | undefined, target: number, body: () => void): void {
    if (href !== undefined) this.current = { href, target }
    body()
    this.current = null
  }

  /** Collects the words of a node, within the link if one is waiting for them. */
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

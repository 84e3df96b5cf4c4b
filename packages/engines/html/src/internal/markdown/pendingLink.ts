/**
 * Moves a link around blocks, which Markdown cannot express, to the heading inside or else to the first words.
 *
 * @since 0.1.0
 */
import type { Inline } from "./marks.ts"

export class PendingLink {
  private current: { readonly href: string; readonly target: number } | null = null

  get isTaken(): boolean {
    return this.current !== null
  }

  get isOpen(): boolean {
    return this.current !== null && this.current.target < 0
  }

  /** Writes a link around content. `target` is the heading that becomes the link; -1 if there is none. */
  around(href: string | undefined, target: number, body: () => void): void {
    if (href !== undefined) this.current = { href, target }
    body()
    this.current = null
  }

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

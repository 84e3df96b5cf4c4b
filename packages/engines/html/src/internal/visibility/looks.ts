/**
 * How much of a page may be looked at to tell what shows.
 *
 * @since 0.2.0
 */

/** Looks that may be taken on one page, within a second: of 2,101 pages that nobody chose, the heaviest takes 1.2 million. */
const MOST_LOOKS = 2_500_000

/** Counts the looks at nodes, rules and values of one page: whoever goes through many of them says so here. */
export class Looks {
  private left = MOST_LOOKS

  /** Looks that were taken. */
  get taken(): number {
    return MOST_LOOKS - this.left
  }

  /** Whether there was more to look at than is looked at: then not all is known. */
  get areGone(): boolean {
    return this.left < 0
  }

  take(looks: number): void {
    this.left -= looks
  }
}

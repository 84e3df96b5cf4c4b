/**
 * Limits the work spent on one page to find what is visible.
 *
 * @since 0.2.0
 */

/** Limit of work units per page, about one second. Of 2,101 randomly chosen pages, the heaviest uses 1.2 million. */
const MAX_WORK_UNITS = 2_500_000

/** Counts the work units of one page: checks of nodes, rules and values. Every long loop charges its work here. */
export class Looks {
  private left = MAX_WORK_UNITS

  get taken(): number {
    return MAX_WORK_UNITS - this.left
  }

  get areGone(): boolean {
    return this.left < 0
  }

  take(looks: number): void {
    this.left -= looks
  }
}

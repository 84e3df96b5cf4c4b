/**
 * Copies strings that outlive their page.
 *
 * @since 0.1.0
 */

/**
 * Copies a string. A substring keeps its whole page in memory, so strings that outlive the work on the page are copied
 * first.
 */
export const owned = (s: string): string => s.length < 13 ? s : ` ${s}`.slice(1)

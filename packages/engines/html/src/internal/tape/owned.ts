/**
 * Strings that outlive their page.
 *
 * @since 0.1.0
 */
/**
 * A copy of a string with characters of its own. A part of a page keeps the whole page in memory as long as it lives;
 * what is handed out beyond the work on the page is copied first.
 */
export const owned = (s: string): string => s.length < 13 ? s : ` ${s}`.slice(1)

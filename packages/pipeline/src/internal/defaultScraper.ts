/**
 * Whoever composes a scraper of their own means searches to use it, also those that were composed with the default one
 * before. A scraper that was given to a search on purpose stays.
 */
const defaults = new WeakSet<object>()

export const asDefault = <A extends object>(scraper: A): A => {
  defaults.add(scraper)
  return scraper
}

export const isDefault = (scraper: object): boolean => defaults.has(scraper)

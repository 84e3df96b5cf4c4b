/**
 * Marks the default scraper, which a scraper of the caller replaces in a search. A scraper that is passed to a search
 * explicitly is never replaced.
 */
const defaults = new WeakSet<object>()

export const asDefault = <A extends object>(scraper: A): A => {
  defaults.add(scraper)
  return scraper
}

export const isDefault = (scraper: object): boolean => defaults.has(scraper)

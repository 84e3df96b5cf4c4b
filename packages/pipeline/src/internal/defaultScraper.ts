/**
 * A search replaces the default scraper by the caller's one. A scraper that is passed to the search explicitly is
 * never replaced.
 */
const defaults = new WeakSet<object>()

export const asDefault = <A extends object>(scraper: A): A => {
  defaults.add(scraper)
  return scraper
}

export const isDefault = (scraper: object): boolean => defaults.has(scraper)

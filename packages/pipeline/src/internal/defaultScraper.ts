/**
 * Marks the default scraper. A search composed with the default scraper uses the caller's scraper instead, if the caller
 * provides one. A scraper passed to a search explicitly is never replaced.
 */
const defaults = new WeakSet<object>()

export const asDefault = <A extends object>(scraper: A): A => {
  defaults.add(scraper)
  return scraper
}

export const isDefault = (scraper: object): boolean => defaults.has(scraper)

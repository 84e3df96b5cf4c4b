/**
 * A program that composes a scraper wants its searches to use it, including searches composed earlier with the default
 * scraper. A scraper that was passed to a search explicitly stays.
 */
const defaults = new WeakSet<object>()

export const asDefault = <A extends object>(scraper: A): A => {
  defaults.add(scraper)
  return scraper
}

export const isDefault = (scraper: object): boolean => defaults.has(scraper)

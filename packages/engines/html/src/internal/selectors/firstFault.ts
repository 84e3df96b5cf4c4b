import * as Selector from "./selector.ts"

export const firstFault = (
  selectors: ReadonlyArray<string>
): { readonly selector: string; readonly at: number; readonly detail: string } | undefined => {
  const add = Selector.adder()
  for (const [at, selector] of selectors.entries()) {
    try {
      add(selector)
    } catch (error) {
      if (error instanceof Selector.InvalidSelectorError) return { selector, at, detail: error.message }
      throw error
    }
  }
  return undefined
}

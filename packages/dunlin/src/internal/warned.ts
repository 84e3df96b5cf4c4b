import type { Document } from "@dunlin/schema/Document"

/** A document that also says what was noticed about its request. */
export const warned = <D extends Document>(document: D, warnings: ReadonlyArray<string>): D => {
  const warning = [...warnings, ...document.warning === undefined ? [] : [document.warning]].join(" ")
  return warning === "" ? document : { ...document, warning }
}

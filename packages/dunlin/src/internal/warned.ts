import type { Document } from "@dunlin/schema/Document"

export const warned = <D extends Document>(document: D, warnings: ReadonlyArray<string>): D => {
  const warning = [...warnings, ...document.warning === undefined ? [] : [document.warning]].join(" ")
  return warning === "" ? document : { ...document, warning }
}

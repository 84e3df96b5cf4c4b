/**
 * Removes invisible characters from a document, and reports the removed text.
 *
 * @since 0.2.0
 */
import type { Document } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import type { Hygiene } from "@dunlin/schema/Hygiene"
import { withoutInvisible } from "@dunlin/text/Invisible"
import { addressedLines } from "@dunlin/text/MachineLines"

/** Fields that repeat text of others. Hidden text in them is not counted again. */
const repeated: ReadonlySet<string> = new Set(["pages", "blocks"])

/** Fields that contain code of the page, or files. */
const asTheyAre: ReadonlySet<string> = new Set(
  Object.values(Format.facts).filter(({ content }) => content !== "text").map(({ field }) => field)
)

/** `takenOut`: number of characters that were removed before. */
export const cleaned = (
  document: Document,
  concealed: ReadonlyMap<string, number> = nothing,
  takenOut = 0
): Document => {
  let count = takenOut
  const clean = <A>(value: A): A => {
    if (typeof value === "string") {
      const { count: found, text } = withoutInvisible(value)
      count += found
      return text as A
    }
    if (Array.isArray(value)) return value.map(clean) as A
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)])) as A
  }
  const cleanField = (key: string, value: unknown): unknown => {
    if (asTheyAre.has(key)) return value
    const before = count
    const cleanValue = clean(value)
    if (repeated.has(key)) count = before
    return cleanValue
  }
  const read = Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, cleanField(key, value)])
  ) as Document
  const addressed = addressedLines(read.markdown ?? "")
  const hygiene: Hygiene = {
    ...(concealed.size === 0 ? {} : {
      concealed: [...concealed].map(([by, characters]) => ({ by, characters }))
    }),
    ...(count === 0 ? {} : { invisibleCharacters: count }),
    ...(addressed.length === 0 ? {} : { addressed })
  }
  return Object.keys(hygiene).length === 0 ? read : { ...read, metadata: { ...read.metadata, hygiene } }
}

const nothing: ReadonlyMap<string, number> = new Map()

import type { Document } from "@dunlin/schema/Document"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Compare } from "../compare.ts"
import { type Fields, isFields } from "../fields.ts"
import { list, makeFill, object } from "./fill.ts"
import { resolve, typeOf } from "./schemaShape.ts"
import { bagOf, bagOfDocument, bagOfThing, declaredValuesOf } from "./sources.ts"

export interface Structured {
  readonly value: Schema.Json
  readonly share: number
}

/** Types that describe the page, the site or secondary parts instead of the page's subject. */
const frameTypes =
  /^(?:website|webpage|.*page|breadcrumblist|organization|sitenavigationelement|wpheader|wpfooter|searchaction|imageobject|listitem|person|offer|aggregaterating|rating|question|answer|webpageelement|howtostep|comment|review|itemlist|contactpoint|postaladdress|monetaryamount|quantitativevalue|propertyvalue|entrypoint)$/

/** If a schema requests this many fields, a subject with only one of them, such as the title, is insufficient. */
const MIN_FIELDS_OF_RECORD = 4

const MAX_SUBJECTS = 20

/**
 * Returns structured data of the page that satisfies a schema. Sources are JSON-LD, microdata, the product, metadata,
 * tables, lists and definitions.
 */
export const structured = Effect.fnUntraced(function*(
  compare: Compare,
  { document, markdown, schema, things }: {
    readonly document: Document
    readonly markdown: string
    readonly schema: Fields
    readonly things: ReadonlyArray<Fields>
  }
): Effect.fn.Return<Structured | undefined> {
  const values = declaredValuesOf(markdown)
  const fill = makeFill(schema, { values, things })
  const root = resolve(schema, schema)
  const candidates: Array<Schema.Json | undefined> = []
  if (typeOf(root) === "array") candidates.push(list(fill, "", root, 0))
  else {
    const rest = bagOf([...values.definitions, ...bagOfDocument(document)])
    if (document.product !== undefined) {
      candidates.push(object(fill, root, [bagOfThing(document.product as unknown as Fields), rest], 0))
    }
    for (const thing of things.filter((each) => !isFrame(each)).slice(0, MAX_SUBJECTS)) {
      candidates.push(object(fill, root, [bagOfThing(thing), rest], 0))
    }
    candidates.push(object(fill, root, [rest], 0))
  }
  const wanted = countOf(root)
  const withCount = (value: Schema.Json | undefined): ReadonlyArray<Structured & { readonly count: number }> => {
    if (value === undefined) return []
    const count = Array.isArray(value) ? wanted : Object.keys(value as object).length
    return [{ value, count, share: Math.min(1, count / Math.max(1, wanted)) }]
  }
  // An empty value satisfies many schemas, but is no answer.
  const fewest = wanted >= MIN_FIELDS_OF_RECORD ? 2 : 1
  const subjects = candidates.flatMap(withCount).filter(({ count }) => count >= fewest)
  const subject = yield* firstThatConforms(compare, schema, subjects.toSorted((a, b) => b.count - a.count))
  if (subject !== undefined || typeOf(root) === "array") return subject
  // Data about the page itself counts if the schema names it.
  const frames = things.filter(isFrame).slice(0, MAX_SUBJECTS)
    .flatMap((thing) => withCount(object(fill, root, [bagOfThing(thing)], 0)))
  return yield* firstThatConforms(compare, schema, frames.filter(({ count }) => count >= Math.max(1, wanted / 2)))
})

const firstThatConforms = Effect.fnUntraced(function*(
  compare: Compare,
  schema: Fields,
  found: ReadonlyArray<Structured>
): Effect.fn.Return<Structured | undefined> {
  if (found.length === 0) return undefined
  const faults = yield* compare(schema, found.map(({ value }) => value))
  return found.find((_, at) => faults[at]!.length === 0)
})

const isFrame = (thing: Fields): boolean =>
  !Array.isArray(thing["@type"]) || thing["@type"].every((type) => typeof type !== "string" || frameTypes.test(type))

const countOf = ({ properties }: Fields): number => isFields(properties) ? Object.keys(properties).length : 1

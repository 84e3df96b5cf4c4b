import type { Document } from "@dunlin/schema/Document"
import type * as Schema from "effect/Schema"
import { conform, inapplicable } from "../conform.ts"
import { list, makeFill, object } from "./fill.ts"
import { resolve, typeOf } from "./schemaShape.ts"
import { bagOf, bagOfDocument, bagOfThing, type Fields, isFields, said } from "./sources.ts"

/** Data of a page, and which part of what was asked for it is, 0 to 1. */
export interface Structured {
  readonly value: Schema.Json
  readonly share: number
}

/** Types that say what a page or site is, or what is beside its subject, not what it is about. */
const frames =
  /^(?:website|webpage|.*page|breadcrumblist|organization|sitenavigationelement|wpheader|wpfooter|searchaction|imageobject|listitem|person|offer|aggregaterating|rating|question|answer|webpageelement|howtostep|comment|review|itemlist|contactpoint|postaladdress|monetaryamount|quantitativevalue|propertyvalue|entrypoint)$/

/** Of this many fields one alone, such as the title, is no answer. */
const manyFields = 4

/** Things that are tried as the one the page is about. */
const maxSubjects = 20

/**
 * The structured data of the page that satisfies a schema, if there is any: what it declares in JSON-LD and microdata, its
 * product, and what its metadata, tables, lists and definitions say under the names of the schema.
 */
export const structured = (
  document: Document,
  markdown: string,
  schema: Fields | undefined,
  things: ReadonlyArray<Fields> = []
): Structured | undefined => {
  if (schema === undefined) return undefined
  const text = said(markdown)
  const fill = makeFill(schema, { said: text, things })
  const root = resolve(schema, schema)
  const candidates: Array<Schema.Json | undefined> = []
  if (typeOf(root) === "array") candidates.push(list(fill, "", root, 0))
  else {
    const rest = bagOf([...text.definitions, ...bagOfDocument(document)])
    if (document.product !== undefined) {
      candidates.push(object(fill, root, [bagOfThing(document.product as unknown as Fields), rest], 0))
    }
    for (const thing of things.filter((each) => !isFrame(each)).slice(0, maxSubjects)) {
      candidates.push(object(fill, root, [bagOfThing(thing), rest], 0))
    }
    candidates.push(object(fill, root, [rest], 0))
  }
  const wanted = countOf(root)
  let best: { readonly value: Schema.Json; readonly count: number } | undefined
  for (const value of candidates) {
    const count = value === undefined ? 0 : Array.isArray(value) ? wanted : Object.keys(value as object).length
    // Nothing at all satisfies many schemas, but it is no answer.
    const fewest = wanted >= manyFields ? 2 : 1
    if (value === undefined || count < fewest || count <= (best?.count ?? 0)) continue
    const faults = conform(value, schema)
    if (faults === inapplicable) return undefined
    if (faults.length === 0) best = { value, count }
  }
  // What only frames the page is asked for by name, if at all.
  for (const thing of best === undefined ? things.filter(isFrame).slice(0, maxSubjects) : []) {
    const value = typeOf(root) === "array" ? undefined : object(fill, root, [bagOfThing(thing)], 0)
    const count = Object.keys(value ?? {}).length
    if (value !== undefined && count >= Math.max(1, wanted / 2) && conform(value, schema).length === 0) {
      best = { value, count }
      break
    }
  }
  return best === undefined ? undefined : { value: best.value, share: Math.min(1, best.count / Math.max(1, wanted)) }
}

const isFrame = (thing: Fields): boolean =>
  !Array.isArray(thing["@type"]) || thing["@type"].every((type) => typeof type !== "string" || frames.test(type))

const countOf = ({ properties }: Fields): number => isFields(properties) ? Object.keys(properties).length : 1

import type { Document } from "@dunlin/schema/Document"
import type * as Schema from "effect/Schema"
import { conform } from "./conform.ts"
import { makeFill } from "./structured/fill.ts"
import { bagOf, bagOfDocument, bagOfThing, isFields, said } from "./structured/sources.ts"

type Fields = { readonly [key: string]: Schema.Json }

/** Data of a page, and which part of what was asked for it is, 0 to 1. */
export interface Structured {
  readonly value: Schema.Json
  readonly share: number
}

/** Types that say what a page or site is, not what it is about; they come last. */
const frames =
  /^(?:website|webpage|.*page|breadcrumblist|organization|sitenavigationelement|wpheader|wpfooter|searchaction|imageobject|listitem|person|offer|aggregaterating|rating)$/

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
  const { list, object, resolve, typeOf } = makeFill(schema, { said: text, things })
  const root = resolve(schema)
  const candidates: Array<Schema.Json | undefined> = []
  if (typeOf(root) === "array") candidates.push(list("", root, 0))
  else {
    if (document.product !== undefined) candidates.push(document.product as Schema.Json)
    const rest = bagOf([...text.definitions, ...bagOfDocument(document)])
    const subjects = things.filter((thing) => !isFrame(thing)).concat(things.filter(isFrame)).slice(0, maxSubjects)
    for (const subject of subjects) candidates.push(object(root, [bagOfThing(subject), rest], 0))
    candidates.push(object(root, [rest], 0))
  }
  const wanted = countOf(root)
  let best: { readonly value: Schema.Json; readonly count: number } | undefined
  for (const value of candidates) {
    const count = value === undefined ? 0 : Array.isArray(value) ? wanted : Object.keys(value as object).length
    // Nothing at all satisfies many schemas, but it is no answer.
    if (value === undefined || count === 0 || count <= (best?.count ?? 0)) continue
    if (conform(value, schema).length === 0) best = { value, count }
  }
  return best === undefined ? undefined : { value: best.value, share: Math.min(1, best.count / Math.max(1, wanted)) }
}

const isFrame = (thing: Fields): boolean =>
  !Array.isArray(thing["@type"]) || thing["@type"].every((type) => typeof type !== "string" || frames.test(type))

const countOf = ({ properties }: Fields): number => isFields(properties) ? Object.keys(properties).length : 1

/**
 * Finds the items that a page's JSON-LD declares as its subject, with their authors.
 *
 * @since 0.1.0
 */
import { jsonLd } from "../tape/json.ts"
import type { Tape } from "../tape/tape.ts"
import { nameOf } from "./authorNames.ts"

const MAX_THINGS = 2000
const DEEPEST_THING = 12
const MAX_TYPES_CHARACTERS = 200
const MAX_AUTHORS_PER_LIST = 20

const articles =
  /(?:article|posting|blogpost|report|recipe|howto|webpage|creativework|review|videoobject|podcastepisode|learningresource|course|book|question|itempage|profilepage|aboutpage|faqpage|newsletter|scholarly)/i
/** Matches types of items that the page is about. They precede all other items. */
const written = /article|posting|recipe|report|howto|^question$/i
const posts = /discussionforumposting|^question$|socialmediaposting/i
const organisation = /organi[sz]ation|corporation|website|brand|localbusiness/i
/** Properties whose items have other authors: reviews and comments about the page, and other pages. */
const apart: ReadonlySet<string> = new Set(
  ("review reviews comment comments suggestedAnswer acceptedAnswer answer itemListElement blogPost blogPosts hasPart citation "
    + "mentions isBasedOn image video logo publisher sourceOrganization about").split(" ")
)

type Thing = Readonly<Record<string, unknown>>

export interface DeclaredThing {
  readonly type: string
  readonly thing: Thing
  readonly authors: ReadonlyArray<string>
  readonly byOrganisation: boolean
  readonly isPost: boolean
}

export interface Declared {
  readonly things: ReadonlyArray<DeclaredThing>
  readonly sites: ReadonlyArray<string>
}

const isObject = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const typesOf = (thing: Thing): string =>
  [thing["@type"]].flat().filter((type) => typeof type === "string").join(" ").slice(0, MAX_TYPES_CHARACTERS)

export const declaredOf = (tape: Tape): Declared => {
  const things: Array<Thing> = []
  const sites: Array<string> = []
  const byId = new Map<string, Thing>()
  let level: Array<readonly [value: unknown, isApart: boolean]> = jsonLd(tape).map((value) => [value, false])
  let seen = 0
  for (let depth = 0; depth < DEEPEST_THING && level.length > 0; depth++) {
    const next: Array<readonly [unknown, boolean]> = []
    for (const [value, isApart] of level) {
      if (seen >= MAX_THINGS) break
      if (Array.isArray(value)) { for (const one of value.slice(0, MAX_THINGS)) next.push([one, isApart]) }
      else if (isObject(value)) {
        const type = typesOf(value)
        if (type !== "") seen++
        if (type !== "" && !isApart) things.push(value)
        if (organisation.test(type) && !/person/i.test(type) && typeof value["name"] === "string") {
          sites.push(value["name"])
        }
        if (typeof value["@id"] === "string" && Object.keys(value).length > 1) byId.set(value["@id"], value)
        for (const [key, inner] of Object.entries(value)) {
          if (typeof inner === "object" && inner !== null) next.push([inner, isApart || apart.has(key)])
        }
      }
    }
    level = next.slice(0, MAX_THINGS)
  }
  const makers = new Makers(byId)
  // Items that are not pages about a subject come last: sites, lists, pictures.
  const ordered = [
    ...things.filter((thing) => written.test(typesOf(thing))),
    ...things.filter((thing) => !written.test(typesOf(thing)) && articles.test(typesOf(thing)))
  ]
  return { things: ordered.map((thing) => makers.declare(thing)), sites }
}

class Makers {
  private readonly byId: ReadonlyMap<string, Thing>

  constructor(byId: ReadonlyMap<string, Thing>) {
    this.byId = byId
  }

  declare(thing: Thing): DeclaredThing {
    const type = typesOf(thing)
    const makers = this.all(thing["author"] ?? thing["creator"])
    const kinds = makers.map((maker) => isObject(maker) ? typesOf(maker) : "")
    return {
      type,
      thing,
      authors: makers.flatMap((maker) => {
        const name = isObject(maker) ? [maker["name"]].flat()[0] : maker
        return typeof name === "string" ? nameOf(name) ?? [] : []
      }),
      byOrganisation: kinds.some((kind) => organisation.test(kind)) && !kinds.some((kind) => /person/i.test(kind)),
      isPost: posts.test(type) && makers.some((maker) => maker !== undefined)
    }
  }

  private all(value: unknown): ReadonlyArray<unknown> {
    return (Array.isArray(value) ? value.slice(0, MAX_AUTHORS_PER_LIST) : [value]).map((one) =>
      isObject(one) && one["name"] === undefined && typeof one["@id"] === "string" ? this.byId.get(one["@id"]) : one
    )
  }
}

/**
 * Names the indices in a cluster. Aliases point to them. Each name ends with the version of the analysis, so that a
 * new index can be filled while the old one is in use.
 */
import { analysis } from "../../Storage.ts"
import { StorageError } from "../../StorageError.ts"
import type { Kind } from "../ids.ts"
import type { Cluster } from "./client.ts"

export interface Layout {
  readonly shards: number
  readonly replicas: number | undefined
}

/** Maximum characters of a keyword. A keyword is a single term, and may have spaces and more than 255 characters. */
const MAX_TERM_CHARACTERS = 8191

const term = { type: "keyword", doc_values: false, ignore_above: MAX_TERM_CHARACTERS } as const
const scored = (similarity: string) => ({ ...term, index_options: "freqs", norms: true, similarity })
const stored = { type: "keyword", index: false, doc_values: false } as const
const number = { type: "integer", index: false } as const

/** Fields that are only searched. Documents are restored from the other fields. */
const searchedOnly = [
  "packed",
  "terms",
  "title_terms",
  "address_terms",
  "text_terms",
  "heading_terms",
  "spellings",
  "title_spellings"
]

const common = {
  id: { type: "long" },
  packed: { type: "binary", store: true },
  terms: term,
  title_terms: scored("titles"),
  address_terms: scored("titles"),
  text_terms: scored("texts"),
  heading_terms: scored("texts"),
  spellings: term,
  title_spellings: term,
  words: number,
  title_words: number,
  pieces: number,
  language_number: { type: "integer" },
  url: { type: "keyword", ignore_above: MAX_TERM_CHARACTERS }
} as const

const mappings = {
  pages: { ...common, hash: stored },
  pictures: { ...common, page: { type: "long" } },
  words: {
    word: term,
    title_word: term,
    picture_word: term,
    picture_title_word: term,
    ending: term,
    length: { type: "short" }
  }
} as const

/** BM25 with the length normalisation of the first ranking pass (see `score.ts`). */
const similarity = {
  titles: { type: "BM25", k1: 1.2, b: 0.5 },
  texts: { type: "BM25", k1: 1.2, b: 0.4 }
}

export type Part = keyof typeof mappings
export const parts: ReadonlyArray<Part> = ["pages", "pictures", "words"]

export const partOf = (kind: Kind): Part => (kind === 0 ? "pages" : "pictures")

const permitted = /^[a-z0-9][a-z0-9_-]{0,200}$/

export class Names {
  readonly index: string
  readonly version: number

  constructor(index: string, version: number = analysis) {
    if (!permitted.test(index)) {
      throw new StorageError(
        `${JSON.stringify(index)} is not a valid index name: use lower-case letters, digits, "_" and "-"`,
        "EINVAL"
      )
    }
    this.index = index
    this.version = version
  }

  alias(part: Part): string {
    return `${this.index}-${part}`
  }

  concrete(part: Part): string {
    return `${this.alias(part)}-a${this.version}`
  }

  /** Name of the document whose version number counts batches of ids. */
  get counter(): string {
    return `${this.index}-ids`
  }
}

const copiesOf = ({ replicas }: Layout) =>
  replicas === undefined ? { auto_expand_replicas: "0-1" } : { number_of_replicas: replicas }

const bodyOf = (part: Part, layout: Layout, alias: string | undefined) => ({
  settings: {
    index: {
      number_of_shards: part === "words" ? 1 : layout.shards,
      ...copiesOf(layout),
      ...(part === "words" ? {} : { similarity })
    }
  },
  mappings: {
    dynamic: false,
    ...(part === "words" ? {} : { _source: { excludes: searchedOnly } }),
    properties: mappings[part]
  },
  ...(alias === undefined ? {} : { aliases: { [alias]: {} } })
})

export const targetOf = async (cluster: Cluster, names: Names, part: Part): Promise<string | undefined> => {
  const found = await cluster.find<Readonly<Record<string, unknown>>>({
    method: "GET",
    path: `/_alias/${names.alias(part)}`
  })
  return found === undefined ? undefined : Object.keys(found).sort().at(-1)
}

const put = async (cluster: Cluster, index: string, body: object): Promise<void> => {
  try {
    await cluster.send({ method: "PUT", path: `/${index}`, body })
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.code !== "resource_already_exists_exception") throw cause
  }
}

export const create = (
  cluster: Cluster,
  names: Names,
  part: Part,
  layout: Layout,
  { isAliased }: { readonly isAliased: boolean }
): Promise<void> => put(cluster, names.concrete(part), bodyOf(part, layout, isAliased ? names.alias(part) : undefined))

export const IDS_PER_NUMBER = 4096

/** Creates the counter of ids above every stored id, so that no id is used twice if the counter was lost. */
const ensureCounter = async (cluster: Cluster, names: Names, layout: Layout): Promise<void> => {
  const path = `/${names.counter}/_doc/ids`
  if (await cluster.find({ method: "GET", path }) !== undefined) return
  await put(cluster, names.counter, {
    settings: { index: copiesOf(layout) },
    mappings: { enabled: false }
  })
  const { aggregations } = await cluster.send<{ readonly aggregations: { last: { readonly value: number | null } } }>({
    method: "POST",
    path: `/${names.alias("pages")},${names.alias("pictures")}/_search`,
    body: { size: 0, aggs: { last: { max: { field: "id" } } } }
  })
  const version = String(1 + Math.ceil((aggregations.last.value ?? 0) / IDS_PER_NUMBER))
  try {
    await cluster.send({ method: "PUT", path, querystring: { version, version_type: "external" }, body: {} })
  } catch (cause) {
    if (!(cause instanceof StorageError) || cause.code !== "version_conflict_engine_exception") throw cause
  }
}

export const ensure = async (cluster: Cluster, names: Names, layout: Layout): Promise<void> => {
  for (const part of parts) {
    if (await targetOf(cluster, names, part) === undefined) {
      await create(cluster, names, part, layout, { isAliased: true })
    }
  }
  await ensureCounter(cluster, names, layout)
}

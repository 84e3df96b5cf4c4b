/** Implements the operations of an index in a cluster. */
import type { Options } from "../../OpenSearch.ts"
import type { Handlers } from "../../Operations.ts"
import type { Operations } from "../../Protocol.ts"
import { StorageError } from "../../StorageError.ts"
import { anchorsOfText } from "../anchorsText.ts"
import { type Client, Cluster } from "./client.ts"
import { keyOf, type PageSource } from "./documents.ts"
import { ensure, Names } from "./names.ts"
import { Reading } from "./reading.ts"
import { Rebuilding } from "./rebuilding.ts"
import { View } from "./view.ts"
import { ClusterWords } from "./words.ts"
import { Writing } from "./writing.ts"

const REQUEST_TIMEOUT_MS = 30_000
const ADDRESSES_AT_ONCE = 10_000

const noVectors = () =>
  Promise.reject(
    new StorageError(
      "An index in OpenSearch does not support vectors; search by words, or use another store",
      "EVECTORS"
    )
  )

const readFields = "url,title,passages,date,modified,evidence,detected,anchors"

const read = async (cluster: Cluster, names: Names, url: string): Promise<Operations["read"]["output"]> => {
  const found = await cluster.find<{ readonly _source: PageSource }>({
    method: "GET",
    path: `/${names.alias("pages")}/_doc/${keyOf(url)}`,
    querystring: { _source_includes: readFields }
  })
  if (found === undefined) return null
  const { anchors, date, detected, evidence, modified, passages, title } = found._source
  return {
    url: found._source.url,
    title,
    text: passages.join(""),
    ...(date === null ? {} : { publishedAt: date }),
    ...(modified === null ? {} : { modifiedAt: modified }),
    ...(evidence === null ? {} : { dateEvidence: evidence }),
    language: detected,
    ...(anchors === null ? {} : { anchors: anchorsOfText(anchors) })
  }
}

const addresses = async (
  cluster: Cluster,
  names: Names,
  { after, beginning }: Operations["addresses"]["input"]
): Promise<Operations["addresses"]["output"]> => {
  const filter = [{ prefix: { url: { value: beginning } } }, { range: { id: { gt: after } } }]
  const { hits } = await cluster.send<
    {
      readonly hits: {
        readonly hits: ReadonlyArray<{ readonly _source: { readonly id: number; readonly url: string } }>
      }
    }
  >({
    method: "POST",
    path: `/${names.alias("pages")}/_search`,
    body: { size: ADDRESSES_AT_ONCE, query: { bool: { filter } }, sort: [{ id: "asc" }], _source: ["id", "url"] }
  })
  return {
    urls: hits.hits.map(({ _source }) => _source.url),
    last: hits.hits.length < ADDRESSES_AT_ONCE ? null : hits.hits.at(-1)!._source.id
  }
}

const countOf = async (cluster: Cluster, index: string): Promise<number> =>
  (await cluster.send<{ readonly count: number }>({ method: "GET", path: `/${index}/_count` })).count

const bytesOf = async (cluster: Cluster, names: Names): Promise<number> => {
  const { _all: all } = await cluster.send<
    { readonly _all: { readonly primaries: { readonly store?: { readonly size_in_bytes: number } } } }
  >({ method: "GET", path: `/${names.alias("pages")},${names.alias("pictures")}/_stats/store` })
  return all.primaries.store?.size_in_bytes ?? 0
}

const noMeaning = { nearest: async () => ({ found: [], warnings: [] }) }

export const openVersion = async (client: Client, options: Options, version: number): Promise<Handlers> => {
  const { index = "dunlin_index", replicas, requestTimeout = REQUEST_TIMEOUT_MS, shards = 1 } = options
  const cluster = new Cluster(client, requestTimeout)
  const names = new Names(index, version)
  const layout = { shards, replicas }
  try {
    await ensure(cluster, names, layout)
  } catch (cause) {
    await client.close().catch(() => {})
    throw cause
  }
  const reading = new Reading(cluster, names)
  const spellings = new ClusterWords(reading)
  const writing = new Writing(cluster, names)
  const rebuilding = new Rebuilding(cluster, names, layout, writing)
  return {
    write: (documents) => writing.write(documents),
    remove: (urls) => writing.remove(urls),
    search: async (search) => {
      const { answer } = await import("../query.ts")
      return answer({ index: new View(reading), spellings, vectors: noMeaning }, search)
    },
    read: (url) => read(cluster, names, url),
    addresses: (ofUrls) => addresses(cluster, names, ofUrls),
    stats: async () => ({
      documents: await countOf(cluster, names.alias("pages")),
      images: await countOf(cluster, names.alias("pictures")),
      isOutdated: await rebuilding.isDue(),
      bytes: await bytesOf(cluster, names)
    }),
    copy: async () => null,
    rebuild: () => rebuilding.step(),
    claimModel: noVectors,
    withoutVector: noVectors,
    putVectors: noVectors,
    optimize: async () => {
      await cluster.send({
        method: "POST",
        path: `/${names.alias("pages")},${names.alias("pictures")}/_forcemerge`,
        querystring: { max_num_segments: "1" }
      })
      return null
    },
    close: async () => {
      await cluster.close()
      return null
    }
  }
}

/**
 * Provides the embedded search engine: a full-text index in one SQLite file, searched in a worker thread. It needs no
 * service and no key. Acknowledged writes are durable.
 *
 * @since 0.1.0
 */
import * as Secret from "@dunlin/common/Secret"
import type * as Anchors from "@dunlin/text/Anchors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { Embedder } from "./Embedder.ts"
import type * as Embedding from "./internal/embedding.ts"
import * as Documents from "./internal/index/documents.ts"
import { open } from "./internal/index/opened.ts"
import type { Place } from "./internal/index/place.ts"
import type { SearchError } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * An image on a page.
 *
 * @category models
 * @since 0.1.0
 */
export interface IndexImage {
  /** The absolute URL of the image. */
  readonly url: string
  /** The alternative text. Image searches use it together with the page's title. */
  readonly alt?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/**
 * A page to index.
 *
 * @category models
 * @since 0.1.0
 */
export interface IndexDocument {
  /** The absolute URL without a fragment. A document replaces an earlier one with the same URL. */
  readonly url: string
  /**
   * URL of the folder with which a file was indexed. Only the part of a `file:` URL below it is searchable; without
   * `root`, only the file name, because parent folders describe the machine and not the file. Other URLs are
   * searchable as a whole.
   */
  readonly root?: string | undefined
  readonly title: string
  /** The text as Markdown or plain text. Text beyond a million characters is not stored. */
  readonly text: string
  /**
   * The ISO 8601 date or date-time. Other unambiguous forms are supported, such as `Mar 3, 2026`. Other values are
   * ignored, see {@link undatedBecause}. Time filters and news searches only find documents with a date.
   */
  readonly publishedAt?: string | undefined
  /** The date of the last change, in the same forms. Time filters use it if there is no date of publication. */
  readonly modifiedAt?: string | undefined
  /** The source of the dates in one or two words, which hits repeat, such as `page`, `sitemap` or `feed`. */
  readonly dateEvidence?: string | undefined
  readonly images?: ReadonlyArray<IndexImage> | undefined
  /**
   * The anchors (`id`s) of the page in order, each with its part of `text`. Hits and passages of answers link to
   * them.
   *
   * @default those that the text declares by `<a id="x">` and `{#x}`
   */
  readonly anchors?: ReadonlyArray<Anchors.Anchor> | undefined
  /** The language as a BCP 47 tag. */
  readonly language?: string | undefined
}

/**
 * The result of adding documents.
 *
 * @category models
 * @since 0.1.0
 */
export interface Added {
  readonly added: number
  readonly updated: number
  /** The number of unchanged documents, which were not written. */
  readonly unchanged: number
  /** The number of skipped documents. {@link problemOf} returns the reason. */
  readonly invalid: number
}

/**
 * A stored document.
 *
 * @category models
 * @since 0.2.0
 */
export interface StoredPage {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly publishedAt?: string | undefined
  readonly modifiedAt?: string | undefined
  readonly dateEvidence?: string | undefined
  /** The language as a BCP 47 tag, as given or detected from the text. */
  readonly language?: string | undefined
  readonly anchors?: ReadonlyArray<Anchors.Anchor> | undefined
}

/**
 * The size of an index.
 *
 * @category models
 * @since 0.1.0
 */
export interface Stats {
  readonly documents: number
  readonly images: number
  /** The size of the database file in bytes. */
  readonly bytes: number
}

/**
 * Stores documents and searches them.
 *
 * @category services
 * @since 0.1.0
 */
export class LocalIndex extends Context.Service<LocalIndex, {
  /**
   * Adds documents, and replaces documents with a known URL. Documents are written in batches. Each batch is durable
   * when it is written.
   */
  readonly add: (documents: Iterable<IndexDocument>) => Effect.Effect<Added, SearchError>
  /** Adds documents that arrive over time, for example from `Feed`. Each document is written within a second. */
  readonly addStream: <E, R>(documents: Stream.Stream<IndexDocument, E, R>) => Effect.Effect<Added, SearchError | E, R>
  /** Replaces documents. It is an alias of `add` for readability. */
  readonly update: (documents: Iterable<IndexDocument>) => Effect.Effect<Added, SearchError>
  readonly delete: (urls: Iterable<string>) => Effect.Effect<number, SearchError>
  /**
   * Searches the index. Words affect the ranking, and match in any inflection. Phrases and operators must match
   * exactly. `safe` and `location` are not supported and cause a warning; `country` is ignored.
   */
  readonly search: (question: SearchProvider.Question) => Effect.Effect<SearchProvider.Answer, SearchError>
  readonly stats: Effect.Effect<Stats, SearchError>
  /**
   * Creates missing vectors immediately instead of in the background, and returns their number; 0 for an index without
   * vectors. After a failure or interruption, finished vectors stay stored, and the next call continues.
   */
  readonly embed: Effect.Effect<number, SearchError>
  /** Returns the complete original document of a URL; `undefined` if none exists. */
  readonly read: (url: string) => Effect.Effect<StoredPage | undefined, SearchError>
  /** Returns the URLs with this prefix, such as those below a folder, in the order in which they were written. */
  readonly addresses: (beginning: string) => Effect.Effect<ReadonlyArray<string>, SearchError>
  /** Compacts the file after many documents were added. Searches wait until it is done. */
  readonly optimize: Effect.Effect<void, SearchError>
}>()("@dunlin/providers/LocalIndex") {}

/**
 * Location of an index.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The path of the SQLite file. It is created if it is missing.
   *
   * @default ":memory:", which is gone with the layer
   */
  readonly filename?: string | undefined
}

/**
 * Location of an index that many servers share.
 *
 * @category options
 * @since 0.2.0
 */
export interface SharedOptions {
  /**
   * Connection string of a PostgreSQL database, version 15 or later; no extension is needed. Requires the peer `pg`.
   */
  readonly database: Secret.Secret
  /**
   * The schema that contains the tables. It is created if it is missing.
   *
   * @default "dunlin_index"
   */
  readonly schema?: string | undefined
}

/**
 * Location of an index in a cluster.
 *
 * @category options
 * @since 0.2.0
 */
export interface ClusterOptions {
  /**
   * URLs of nodes of OpenSearch 2 or later, separated by commas, with user and password if needed:
   * `https://user:password@search.example:9200`. Requires the peer `@opensearch-project/opensearch`.
   */
  readonly url: Secret.Secret
  /**
   * The prefix of the names of the OpenSearch indices. It consists of lower-case letters, digits, `_` and `-`.
   *
   * @default "dunlin_index"
   */
  readonly index?: string | undefined
  /**
   * The number of primary shards of a new index. One shard holds about ten million pages.
   *
   * @default 1
   */
  readonly shards?: number | undefined
  /**
   * The number of replicas of each shard of a new index.
   *
   * @default one as soon as the cluster has two nodes
   */
  readonly replicas?: number | undefined
}

/**
 * Options for vectors that another model created.
 *
 * @category options
 * @since 0.2.0
 */
export interface VectorOptions {
  /**
   * Whether to delete the vectors of another model and create all again. Otherwise opening such an index fails with
   * the reason `ModelChanged`.
   *
   * @default false
   */
  readonly replaceModel?: boolean | undefined
}

/**
 * Returns the reason why a value is not a valid document, as a message; `undefined` if it is valid.
 *
 * @category predicates
 * @since 0.1.0
 */
export const problemOf: (document: unknown) => string | undefined = Documents.problemOf

/**
 * Returns the reasons why a document is indexed without its dates, one sentence per date; empty if all are valid.
 * `yesterday` is invalid, because its day is unknown, and so is a day that does not exist.
 *
 * @category predicates
 * @since 0.2.0
 */
export const undatedBecause: (document: IndexDocument) => ReadonlyArray<string> = Documents.undatedBecause

/**
 * Returns the reason why the index in a file cannot be searched, with the file and a remedy; `undefined` if it can, or
 * if there is no file. Reads the whole file.
 *
 * @category predicates
 * @since 0.2.0
 */
export const faultOf = (filename: string): Effect.Effect<string | undefined> =>
  Effect.promise(() => import("./internal/index/place.ts").then(({ faultOf }) => faultOf(filename)))

/**
 * Opens an index until the scope closes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options?: Options): Effect.Effect<LocalIndex["Service"], SearchError, Scope.Scope> => {
  const filename = options?.filename ?? ":memory:"
  return open({ filename }, filename !== ":memory:", Effect.succeed(undefined))
}

/**
 * Opens an index that many servers share, until the scope closes. Terms, ranking and results are those of the embedded
 * index. Any number of processes may write.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeShared = (options: SharedOptions): Effect.Effect<LocalIndex["Service"], SearchError, Scope.Scope> =>
  open(placeOf(options), true, Effect.succeed(undefined))

const placeOf = ({ database, schema }: SharedOptions): Place => ({
  database: Secret.text(database, "database"),
  schema: schema ?? "dunlin_index"
})

/**
 * Opens an index in OpenSearch until the scope closes. Terms and ranking are those of the embedded index. Any number
 * of processes may write, and the cluster distributes pages over its nodes. It has no vectors.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeOpenSearch = (
  { index = "dunlin_index", replicas, shards, url }: ClusterOptions
): Effect.Effect<LocalIndex["Service"], SearchError, Scope.Scope> =>
  Effect.suspend(() => {
    const nodes = Secret.text(url, "url").split(",").map((node) => node.trim()).filter((node) => node !== "")
    return open({ nodes, index, shards, replicas }, true, Effect.succeed(undefined))
  })

/**
 * Opens an index that stores a vector of every passage, from the `Embedder` of the context, until the scope closes.
 * Vectors are created in the background, after documents were added and when an index with missing vectors is opened.
 * Searches fuse the rankings by words and by vectors; if the model fails, they use words only, with a warning.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeWithVectors = (
  options: (Options | SharedOptions) & VectorOptions = {}
): Effect.Effect<LocalIndex["Service"], SearchError, Scope.Scope | Embedder> => {
  const vectors = Effect.map(
    Embedder,
    (embedder): Embedding.Meaning => ({ embedder, isReplaced: options.replaceModel === true })
  )
  if ("database" in options) return open(placeOf(options), true, vectors)
  const filename = options.filename ?? ":memory:"
  return open({ filename }, filename !== ":memory:", vectors)
}

/**
 * Provides the index as a service, for programs that add documents.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerIndex = (options?: Options): Layer.Layer<LocalIndex, SearchError> =>
  Layer.effect(LocalIndex, make(options))

/**
 * Provides a search provider over the `LocalIndex` of the context.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerProvider: Layer.Layer<SearchProvider.SearchProvider, never, LocalIndex> = Layer.effect(
  SearchProvider.SearchProvider,
  Effect.map(LocalIndex, (index) => SearchProvider.SearchProvider.of({ name: "local", search: index.search }))
)

/**
 * Provides the index in one file, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, layerIndex(options))

/**
 * Provides the index with vectors, as a search provider and as a service for adding documents. It is in a file, in
 * memory or, with `database`, shared by many servers.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerWithVectors = (
  options?: (Options | SharedOptions) & VectorOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError, Embedder> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeWithVectors(options)))

/**
 * Provides an index in memory, filled with the given documents.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (
  documents: Iterable<IndexDocument> = []
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(
    layerProvider,
    Layer.effect(LocalIndex, Effect.tap(make(), (index) => index.add(documents)))
  )

/**
 * Provides the shared index in PostgreSQL, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerPostgres = (
  options: SharedOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeShared(options)))

/**
 * Provides the index in OpenSearch, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerOpenSearch = (
  options: ClusterOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeOpenSearch(options)))

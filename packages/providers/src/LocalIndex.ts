/**
 * The embedded search engine: a full-text index in one SQLite file, searched in a worker thread.
 *
 * It needs no service and no key. Documents are added, replaced and removed one by one or in streams; acknowledged
 * writes survive the end of the process.
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
  /** Absolute address. */
  readonly url: string
  /** The text alternative, which is what image searches look at, besides the page's title. */
  readonly alt?: string | undefined
  /** Pixels. */
  readonly width?: number | undefined
  /** Pixels. */
  readonly height?: number | undefined
}

/**
 * A page to be found.
 *
 * @category models
 * @since 0.1.0
 */
export interface IndexDocument {
  /** Absolute address; a document replaces another with the same one. A fragment is not part of it. */
  readonly url: string
  /**
   * Address of the folder that a file was indexed with. The words of a `file:` address are those below it; without it
   * those of the file name alone, since the folders above say where a machine keeps things. Other addresses have all of
   * theirs.
   */
  readonly root?: string | undefined
  readonly title: string
  /** Markdown or plain text. Text beyond a million characters is not stored. */
  readonly text: string
  /**
   * ISO 8601 date or date-time; other unmistakable forms are understood, too, such as `Mar 3, 2026`. Anything else is
   * left out, see {@link undatedBecause}. Only documents with a date are found by time filters and in news.
   */
  readonly publishedAt?: string | undefined
  /** When it was changed last, in the same forms; time filters take it where no date of publication is known. */
  readonly modifiedAt?: string | undefined
  /** Source of the dates, in a word or two that hits repeat, such as `page`, `sitemap` or `feed`. */
  readonly dateEvidence?: string | undefined
  readonly images?: ReadonlyArray<IndexImage> | undefined
  /**
   * The `id`s of the page that links can open it at, each with the part of `text` it leads to, in order. Hits and the
   * passages of answers link to them.
   *
   * @default those that the text declares by `<a id="x">` and `{#x}`
   */
  readonly anchors?: ReadonlyArray<Anchors.Anchor> | undefined
  /** BCP 47 tag. */
  readonly language?: string | undefined
}

/**
 * What adding documents did.
 *
 * @category models
 * @since 0.1.0
 */
export interface Added {
  readonly added: number
  readonly updated: number
  /** Known already with the same content; nothing was written. */
  readonly unchanged: number
  /** Left out; {@link problemOf} tells why. */
  readonly invalid: number
}

/**
 * A document as it is read back.
 *
 * @category models
 * @since 0.2.0
 */
export interface StoredPage {
  readonly url: string
  readonly title: string
  /** The text as it was given. */
  readonly text: string
  readonly publishedAt?: string | undefined
  readonly modifiedAt?: string | undefined
  readonly dateEvidence?: string | undefined
  /** BCP 47 tag, as it was given or found in the text. */
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
  /** Size of the database file. */
  readonly bytes: number
}

/**
 * A searchable collection of documents.
 *
 * @category services
 * @since 0.1.0
 */
export class LocalIndex extends Context.Service<LocalIndex, {
  /** Adds documents, and replaces those whose address is known. Written in batches; each batch is durable at once. */
  readonly add: (documents: Iterable<IndexDocument>) => Effect.Effect<Added, SearchError>
  /** The same for documents that arrive over time, for example from `Feed`; none waits longer than a second. */
  readonly addStream: <E, R>(documents: Stream.Stream<IndexDocument, E, R>) => Effect.Effect<Added, SearchError | E, R>
  /** Replaces documents; the same as `add`, for readers of the calling code. */
  readonly update: (documents: Iterable<IndexDocument>) => Effect.Effect<Added, SearchError>
  /** Removes documents by address and tells how many there were. */
  readonly delete: (urls: Iterable<string>) => Effect.Effect<number, SearchError>
  /**
   * Answers a question. Words rank, and match in any inflection; phrases and operators must hold as written. `safe` and
   * `location` it does not know, and says so; the country it leaves aside.
   */
  readonly search: (question: SearchProvider.Question) => Effect.Effect<SearchProvider.Answer, SearchError>
  readonly stats: Effect.Effect<Stats, SearchError>
  /**
   * Makes the vectors that are missing now instead of in the background, and tells how many those were; 0 for an
   * index without vectors. After a failure or an interruption, finished vectors are kept, and the next call continues
   * there.
   */
  readonly embed: Effect.Effect<number, SearchError>
  /** The document of an address as it was given, whole; `undefined` when there is none. */
  readonly read: (url: string) => Effect.Effect<StoredPage | undefined, SearchError>
  /** The addresses that begin so, such as those below a folder, in the order in which they were written. */
  readonly addresses: (beginning: string) => Effect.Effect<ReadonlyArray<string>, SearchError>
  /** Packs the file after a bulk load; searches wait for it. */
  readonly optimize: Effect.Effect<void, SearchError>
}>()("@dunlin/providers/LocalIndex") {}

/**
 * Where an index is kept.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Path of the SQLite file, created when it is not there.
   *
   * @default ":memory:", which is gone with the layer
   */
  readonly filename?: string | undefined
}

/**
 * Where an index of many servers is kept.
 *
 * @category options
 * @since 0.2.0
 */
export interface SharedOptions {
  /** Connection string of a PostgreSQL database, 15 or later; nothing has to be installed in it. Needs the peer `pg`. */
  readonly database: Secret.Secret
  /**
   * Schema that holds the tables, created when it is not there.
   *
   * @default "dunlin_index"
   */
  readonly schema?: string | undefined
}

/**
 * Where an index of a cluster is kept.
 *
 * @category options
 * @since 0.2.0
 */
export interface ClusterOptions {
  /**
   * URLs of nodes of OpenSearch 2 or later, separated by commas, with user and password where it needs them:
   * `https://user:password@search.example:9200`. Needs the peer `@opensearch-project/opensearch`.
   */
  readonly url: Secret.Secret
  /**
   * Beginning of the names of its indices: small letters, digits, `_` and `-`.
   *
   * @default "dunlin_index"
   */
  readonly index?: string | undefined
  /**
   * Primary shards of an index that is created. Some ten million pages fit one.
   *
   * @default 1
   */
  readonly shards?: number | undefined
  /**
   * Copies of every shard of an index that is created.
   *
   * @default one as soon as the cluster has two nodes
   */
  readonly replicas?: number | undefined
}

/**
 * Treatment of vectors of another model.
 *
 * @category options
 * @since 0.2.0
 */
export interface VectorOptions {
  /**
   * Drops the vectors of another model and makes all anew; otherwise an index that has some fails to open with the
   * reason `ModelChanged`.
   *
   * @default false
   */
  readonly replaceModel?: boolean | undefined
}

/**
 * Why a value is no document that can be indexed, in words; `undefined` when it is one.
 *
 * @category predicates
 * @since 0.1.0
 */
export const problemOf: (document: unknown) => string | undefined = Documents.problemOf

/**
 * Why a document is indexed without dates that it names, a sentence for each; empty when all can be read. `yesterday` is
 * none, for nobody knows of which day, nor is a day that the calendar does not have.
 *
 * @category predicates
 * @since 0.2.0
 */
export const undatedBecause: (document: IndexDocument) => ReadonlyArray<string> = Documents.undatedBecause

/**
 * Why the index in a file cannot be searched, with the file and what to do; `undefined` when it can, or when there is no
 * file. Reads the whole file.
 *
 * @category predicates
 * @since 0.2.0
 */
export const faultOf = (filename: string): Effect.Effect<string | undefined> =>
  Effect.promise(() => import("./internal/index/place.ts").then(({ faultOf }) => faultOf(filename)))

/**
 * Opens an index for as long as the scope lasts.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options?: Options): Effect.Effect<LocalIndex["Service"], SearchError, Scope.Scope> => {
  const filename = options?.filename ?? ":memory:"
  return open({ filename }, filename !== ":memory:", Effect.succeed(undefined))
}

/**
 * Opens an index that many servers share, for as long as the scope lasts. Terms, ranking and results are those of the
 * embedded index; any number of processes may write.
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
 * Opens an index in OpenSearch, for as long as the scope lasts. Terms and ranking are those of the embedded index; any
 * number of processes may write, and the cluster spreads pages over its nodes. It has no vectors.
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
 * Opens an index that keeps a vector of every passage, by the `Embedder` of the context, for as long as the scope lasts.
 * Vectors are made in the background after documents were added, and when an index is opened some of whose passages have
 * none. Searches fuse the order by words with that by vectors; when the model fails they go on with words and say so.
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
 * The index as a separate service, for programs that add documents.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerIndex = (options?: Options): Layer.Layer<LocalIndex, SearchError> =>
  Layer.effect(LocalIndex, make(options))

/**
 * A search provider over the `LocalIndex` of the context.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerProvider: Layer.Layer<SearchProvider.SearchProvider, never, LocalIndex> = Layer.effect(
  SearchProvider.SearchProvider,
  Effect.map(LocalIndex, (index) => SearchProvider.SearchProvider.of({ name: "local", search: index.search }))
)

/**
 * The index in one file, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options?: Options
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, layerIndex(options))

/**
 * The index with vectors, as a search provider and as a service for adding documents; in a file, in memory or, with
 * `database`, shared by many servers.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerWithVectors = (
  options?: (Options | SharedOptions) & VectorOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError, Embedder> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeWithVectors(options)))

/**
 * An index that lives in memory, filled with the given documents.
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
 * The index of many servers, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerPostgres = (
  options: SharedOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeShared(options)))

/**
 * The index in OpenSearch, as a search provider and as a service for adding documents.
 *
 * @category layers
 * @since 0.2.0
 */
export const layerOpenSearch = (
  options: ClusterOptions
): Layer.Layer<SearchProvider.SearchProvider | LocalIndex, SearchError> =>
  Layer.provideMerge(layerProvider, Layer.effect(LocalIndex, makeOpenSearch(options)))

/**
 * Lists the providers that `DUNLIN_PROVIDER` may name. Their settings `DUNLIN_<NAME>_KEY` and `DUNLIN_<NAME>_URL`,
 * the error texts and the reference page are derived from the rows.
 */
import type * as JsonHttp from "@dunlin/providers/JsonHttp"
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"

export type Make = (options: JsonHttp.Options) => Layer.Layer<SearchProvider, never, HttpClient.HttpClient>

interface Access {
  readonly needs: "key" | "address" | "nothing"
  readonly note?: string
}

interface Described extends Access {
  readonly engine: () => Promise<JsonHttp.Engine>
}

interface Written extends Access {
  readonly module: () => Promise<{ readonly layer: Make }>
}

export type Provider = Described | Written

export const providers = {
  searxng: { needs: "address", note: "; the key is not used", module: () => import("@dunlin/providers/Searxng") },
  brave: { needs: "key", engine: () => import("@dunlin/providers/Brave").then(({ engine }) => engine) },
  serper: { needs: "key", engine: () => import("@dunlin/providers/Serper").then(({ engine }) => engine) },
  tavily: { needs: "nothing", engine: () => import("@dunlin/providers/Tavily").then(({ engine }) => engine) },
  you: { needs: "nothing", engine: () => import("@dunlin/providers/You").then(({ engine }) => engine) },
  exa: { needs: "key", engine: () => import("@dunlin/providers/Exa").then(({ engine }) => engine) },
  jina: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ jina }) => jina) },
  kagi: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ kagi }) => kagi) },
  linkup: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ linkup }) => linkup) },
  marginalia: {
    needs: "nothing",
    engine: () => import("@dunlin/providers/Engines").then(({ marginalia }) => marginalia)
  },
  mojeek: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ mojeek }) => mojeek) },
  perplexity: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ perplexity }) => perplexity) },
  parallel: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ parallel }) => parallel) },
  searchapi: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ searchApi }) => searchApi) },
  dataforseo: {
    needs: "key",
    note: "; the key is `login:password`",
    engine: () => import("@dunlin/providers/Engines").then(({ dataForSeo }) => dataForSeo)
  },
  serpapi: { needs: "key", engine: () => import("@dunlin/providers/Engines").then(({ serpApi }) => serpApi) },
  opensearch: {
    needs: "address",
    note:
      ": URL of your own index, such as `https://search.example:9200/docs`; the key is `user:password`, or an Elasticsearch API key",
    module: () => import("@dunlin/providers/OpenSearch")
  },
  typesense: {
    needs: "address",
    note: ": URL of your own collection, such as `https://search.example/collections/docs`; needs a key",
    module: () => import("@dunlin/providers/Typesense")
  },
  meilisearch: {
    needs: "address",
    note: ": URL of your own index, such as `https://search.example/indexes/docs`",
    module: () => import("@dunlin/providers/Meilisearch")
  },
  algolia: {
    needs: "address",
    note: ": URL of your own index, such as `https://APPID-dsn.algolia.net/1/indexes/docs`; needs a key",
    module: () => import("@dunlin/providers/Algolia")
  },
  github: {
    needs: "nothing",
    note: ", and the categories; code needs the key",
    module: () => import("@dunlin/providers/Github")
  },
  stackexchange: {
    needs: "nothing",
    note: ", and the category `developer`",
    module: () => import("@dunlin/providers/StackExchange")
  },
  mediawiki: {
    needs: "nothing",
    note: ": folder of a wiki's `api.php`",
    module: () => import("@dunlin/providers/MediaWiki")
  }
} satisfies { readonly [name: string]: Provider }

export type ProviderName = keyof typeof providers

/** Promises about searches and their results. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

export const search = {
  "provider": {
    promise: "A search returns the engine's results; a failure is never an empty list",
    part: "DUNLIN_PROVIDER",
    absent: warns("the embedded index; `warning` while it is empty"),
    wrong: refuses("no start: unknown name, or an engine without its key or URL"),
    down: refuses("503 `SEARCH_PROVIDER_ERROR`")
  },
  "several-providers": {
    promise: "With several engines, a failed engine does not fail the search",
    part: "DUNLIN_PROVIDER, DUNLIN_PROVIDER_MODE",
    absent: refuses("no start: a listed engine without its key or URL"),
    wrong: mistyped,
    down: warns("`warning` names the engine")
  },
  "index": {
    promise: "`dunlin index` stores pages, and a search finds them",
    part: "the data folder, DUNLIN_DATABASE_URL or DUNLIN_INDEX_URL",
    absent: refuses("no start: DUNLIN_INDEX without its store's URL"),
    wrong: mistyped,
    down: refuses("no start; on a running server 503 `SEARCH_PROVIDER_ERROR`")
  },
  "hung-provider": {
    promise: "A search ends at its `timeout`",
    part: "an engine that responds",
    absent: builtIn,
    wrong: builtIn,
    down: refuses("408 `SEARCH_TIMEOUT`")
  },
  "filters": {
    promise: "Results match the operators, domains and dates of the query",
    part: "an engine that applies them",
    absent: holds("filtered afterwards"),
    wrong: refuses("400: invalid filter"),
    down: warns("`warning` counts the unchecked results")
  },
  "safe": {
    promise: "`safe` filters explicit content",
    part: "an engine that supports it",
    absent: warns("`warning`"),
    wrong: refuses("400"),
    down: refuses("503: the engine itself")
  },
  "location": {
    promise: "`location` and `country` narrow the search",
    part: "an engine that supports locations",
    absent: warns("`warning`"),
    wrong: warns("`warning`: unknown place"),
    down: refuses("503: the engine itself")
  },
  "categories": {
    promise: "`github` and `developer` search code, issues and answers",
    part: "DUNLIN_CATEGORY_PROVIDERS",
    absent: holds("the engine, restricted to the category's sites"),
    wrong: mistyped,
    down: warns("`warning` names the provider")
  },
  "papers": {
    promise: "`GET /v2/search/research/papers` searches papers",
    part: "DUNLIN_PAPERS",
    absent: refuses("503 names the setting"),
    wrong: mistyped,
    down: refuses("503; `warning` if another source responds")
  },
  "embeddings": {
    promise: "The index also finds text that expresses the query in other words",
    part: "DUNLIN_EMBEDDINGS_URL",
    absent: holds("the index searches by words only"),
    wrong: mistyped,
    down: warns("`warning`: results were found by words only")
  },
  "reranker": {
    promise: "A model orders the results",
    part: "DUNLIN_RERANKER_URL",
    absent: holds("the engine's order"),
    wrong: mistyped,
    down: warns("the engine's order and `warning`")
  }
} satisfies Record<string, Row>

/** Promises about searches and their results. */
import { builtIn, holds, mistyped, refuses, type Row, warns } from "./row.ts"

export const search = {
  "provider": {
    promise: "A search returns what the engine found, and no failure looks like an empty list",
    part: "DUNLIN_PROVIDER",
    absent: warns("the embedded index; `warning` while it is empty"),
    wrong: refuses("no start: an unknown name, or an engine without its key or address"),
    down: refuses("503 `SEARCH_PROVIDER_ERROR`")
  },
  "several-providers": {
    promise: "Several engines search, and the others make up for one that fails",
    part: "DUNLIN_PROVIDER, DUNLIN_PROVIDER_MODE",
    absent: refuses("no start: an engine of the list without its key or address"),
    wrong: mistyped,
    down: warns("`warning` names the engine")
  },
  "index": {
    promise: "`dunlin index` stores pages, and a search finds them",
    part: "the data folder, DUNLIN_DATABASE_URL or DUNLIN_INDEX_URL",
    absent: refuses("no start: DUNLIN_INDEX without the address of its store"),
    wrong: mistyped,
    down: refuses("no start; of a server that runs 503 `SEARCH_PROVIDER_ERROR`")
  },
  "hung-provider": {
    promise: "A search ends at its `timeout`",
    part: "an engine that answers",
    absent: builtIn,
    wrong: builtIn,
    down: refuses("408 `SEARCH_TIMEOUT`")
  },
  "filters": {
    promise: "Operators, domains and dates hold on the results",
    part: "an engine that obeys them",
    absent: holds("filtered afterwards"),
    wrong: refuses("400: a filter that cannot be read"),
    down: warns("`warning` counts what could not be checked")
  },
  "safe": {
    promise: "`safe` filters explicit content",
    part: "an engine that can",
    absent: warns("`warning`"),
    wrong: refuses("400"),
    down: refuses("503: the engine itself")
  },
  "location": {
    promise: "`location` and `country` narrow the search",
    part: "an engine that knows places",
    absent: warns("`warning`"),
    wrong: warns("`warning`: a place that is not known"),
    down: refuses("503: the engine itself")
  },
  "categories": {
    promise: "`github` and `developer` search code, issues and answers",
    part: "DUNLIN_CATEGORY_PROVIDERS",
    absent: holds("the engine, within the sites of the category"),
    wrong: mistyped,
    down: warns("`warning` names the provider")
  },
  "papers": {
    promise: "`GET /v2/search/research/papers` searches papers",
    part: "DUNLIN_PAPERS",
    absent: refuses("503 names the setting"),
    wrong: mistyped,
    down: refuses("503; `warning` where another source answers")
  },
  "embeddings": {
    promise: "The index finds what says the same in other words",
    part: "DUNLIN_EMBEDDINGS_URL",
    absent: holds("the index knows words alone"),
    wrong: mistyped,
    down: warns("`warning`: found by words alone")
  },
  "reranker": {
    promise: "A model orders what was found",
    part: "DUNLIN_RERANKER_URL",
    absent: holds("the order of the engine"),
    wrong: mistyped,
    down: warns("the order of the engine and `warning`")
  }
} satisfies Record<string, Row>

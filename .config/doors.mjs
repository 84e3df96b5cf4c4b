// Writes a page for each door from its table: docs/reference/doors/<name>.md. With --check it only compares.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { pathOf } from "../packages/http-api/src/internal/doors/serve.ts"
import { doors } from "../packages/http-api/src/internal/doors/table.ts"
import { cell, finish, root, write } from "./reference.mjs"

/** Texts of each door's page that its table lacks: clients, a configuration example, and notes. */
const words = {
  tavily: {
    clients: "`@tavily/core`, tavily-python, `@tavily/ai-sdk`, `@langchain/tavily`, langchain-tavily",
    code: ["ts", "const client = tavily({ apiKey: \"fc-your-key\", apiBaseURL: \"http://127.0.0.1:3002/tavily\" })"],
    notes: [
      "`score` is calculated from the rank: 1 for the first result, more than 0.5 for the last.",
      "With `include_answer`, the first `max_results` results, but at least five, are scraped and charged. `answer` comes from the first of these pages that contains an answer. It is a quotation, or text that the configured model wrote.",
      "A crawl follows links only within the site, unless `allow_external` is true. A crawl that exceeds its `timeout` is cancelled. The pages that it has read by then are returned with a warning.",
      "Patterns of paths and domains are RE2 regular expressions, without look-around."
    ]
  },
  exa: {
    clients: "`exa-js`, exa-py, `@exalabs/ai-sdk`, `@langchain/exa`, langchain-exa",
    code: ["ts", "const exa = new Exa(\"fc-your-key\", \"http://127.0.0.1:3002/exa\")"],
    notes: [
      "`category` filters by `research paper`, `pdf`, `github` and `news`. Other values have no effect, and `warning` names them.",
      "`includeText` and `excludeText` are checked in the page text if pages are read, and otherwise in title and snippet. The warning names the texts that could not be checked.",
      "`findSimilar` searches for `related:` and the host. Not every engine supports this operator.",
      "`answer` is quoted from a page, or written by the configured model. On `POST /exa/answer`, `stream: true` sends it as events.",
      "`costDollars.total` is 0. The field `creditsUsed` contains the charge."
    ]
  },
  searxng: {
    clients: "LangChain's `SearxSearchWrapper` and `SearxngSearch`, LibreChat, Open WebUI, AnythingLLM",
    code: ["sh", "SEARXNG_QUERY_URL='http://127.0.0.1:3002/searxng/search?q=<query>'"],
    notes: [
      "Clients without an option for the key can send it as the password in the URL: `http://any:fc-your-key@127.0.0.1:3002/searxng`.",
      "Warnings are entries of `unresponsive_engines`. A `language` with a region, such as `de-AT`, sets the country.",
      "Only `format=json` is served. A page has 10 results. A search for a later page also requests, and charges, the results before it."
    ]
  },
  serper: {
    clients: "LangChain's `Serper` and `GoogleSerperAPIWrapper`, LibreChat",
    code: ["sh", "SERPER_API_URL=http://127.0.0.1:3002/serper/search"],
    notes: ["A search for a later page also requests, and charges, the results before it."]
  },
  brave: {
    clients: "LangChain's `BraveSearchWrapper` and `BraveSearch`",
    code: [
      "py",
      "BraveSearchWrapper(api_key=\"fc-your-key\", base_url=\"http://127.0.0.1:3002/brave/res/v1/web/search\")"
    ],
    notes: [
      "`description` is the best passage of a result, and `extra_snippets` contains the others.",
      "`llm/context` reads the pages. Tokens are counted with `o200k_base`.",
      "A missing or wrong key returns status 422, as in Brave's API."
    ]
  },
  jina: {
    clients: "programs that read `https://r.jina.ai/<url>`, LangChain's `JinaSearchAPIWrapper` and `JinaRerank`",
    code: ["sh", "curl http://127.0.0.1:3002/jina/https://example.com/ -H \"Authorization: Bearer fc-your-key\""],
    notes: [
      "`/jina/<url>` and `/jina/r/<url>` read a page, `/jina/s/<query>` searches, and `/jina/v1/rerank` ranks texts.",
      "Without `Accept: application/json`, the response is text. Warnings are lines that begin with `Warning:`.",
      "HTML responses have a content security policy that prevents scripts."
    ]
  },
  cohere: {
    clients: "`cohere-ai`, cohere of PyPI, LibreChat",
    code: [
      "ts",
      "const cohere = new CohereClientV2({ token: \"fc-your-key\", environment: \"http://127.0.0.1:3002/cohere\" })"
    ],
    notes: [
      "The model at `DUNLIN_RERANKER_URL` ranks the texts. If it is not set, they are ranked by their words (BM25). Ranking is free.",
      "Warnings are in `meta.warnings`."
    ]
  },
  perplexity: {
    clients: "`@perplexity-ai/perplexity_ai`, perplexityai of PyPI",
    code: ["py", "client = Perplexity(api_key=\"fc-your-key\", base_url=\"http://127.0.0.1:3002/perplexity\")"],
    notes: [
      "A request with several queries runs one search per query. Results are interleaved, and each URL is returned once."
    ]
  }
}

const named = (place) =>
  place === "bearer"
    ? "`Authorization: Bearer`"
    : place === "basic"
    ? "the password of `Authorization: Basic`"
    : "header" in place
    ? `the header \`${place.header}\``
    : `the field \`${place.field}\` of the body`

const list = (names) => names.map((name) => `\`${name}\``).join(", ")

/** Endpoints that differ only in their path share a row. */
const rowsOf = (door) => {
  const rows = new Map()
  for (const endpoint of door.endpoints) {
    const fields = list(Object.keys(endpoint.request.fields))
    const key = `${endpoint.summary} ${fields}`
    const row = rows.get(key) ?? { paths: [], summary: endpoint.summary, fields, unheeded: endpoint.unheeded ?? {} }
    row.paths.push(`\`${endpoint.methods.join("`, `")} ${pathOf(door, endpoint)}\``)
    rows.set(key, row)
  }
  return [...rows.values()]
}

const pageOf = (door) => {
  const { clients, code: [language, code], notes } = words[door.name]
  const rows = rowsOf(door)
  const unheeded = new Map(rows.flatMap((row) => Object.entries(row.unheeded)))
  return [
    `# ${door.title}`,
    "",
    "<!-- Made by `node .config/doors.mjs` from `packages/http-api/src/internal/doors`. -->",
    "",
    `Base URL: \`http://127.0.0.1:3002/${door.name}\`, with \`DUNLIN_DOORS=${door.name}\`. The key is one of your server's keys, in ${
      door.keys.map(named).join(", or ")
    }.`,
    "",
    `\`\`\`${language}`,
    code,
    "```",
    "",
    `Clients that work unchanged: ${clients}.`,
    "",
    "| endpoint | what it does | supported fields |",
    "| --- | --- | --- |",
    ...rows.map(({ fields, paths, summary }) => `| ${paths.join("<br>")} | ${summary} | ${cell(fields)} |`),
    "",
    ...(unheeded.size === 0 ? [] : [
      "These fields have no effect. If a request contains one, the response names it:",
      "",
      "| field | why |",
      "| --- | --- |",
      ...[...unheeded].map(([field, why]) => `| \`${field}\` | ${cell(why)} |`),
      ""
    ]),
    ...notes.map((note) => `- ${note}`)
  ]
}

mkdirSync(join(root, "docs/reference/doors"), { recursive: true })
const faults = Object.values(doors).flatMap((door) =>
  write(
    `doors/${door.name}`,
    pageOf(door),
    {
      description:
        `Use clients of ${door.title} with your server: the base URL, the supported fields, and the fields without effect.`,
      keywords:
        `${door.title} compatible API, drop-in, base URL, self-hosted ${door.title}, replace ${door.title}, ${door.name} client`
    },
    "doors"
  )
)
finish(faults, `${Object.keys(doors).length} doors`)

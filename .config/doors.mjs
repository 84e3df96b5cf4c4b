// Writes a page for each door from its table: docs/reference/doors/<name>.md. With --check it only compares.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { pathOf } from "../packages/http-api/src/internal/doors/serve.ts"
import { doors } from "../packages/http-api/src/internal/doors/table.ts"
import { cell, finish, root, write } from "./reference.mjs"

/** What a page of a door says that its table does not: how a client is pointed at it, and what is particular. */
const words = {
  tavily: {
    clients: "`@tavily/core`, tavily-python, `@tavily/ai-sdk`, `@langchain/tavily`, langchain-tavily",
    code: ["ts", "const client = tavily({ apiKey: \"fc-your-key\", apiBaseURL: \"http://127.0.0.1:3002/tavily\" })"],
    notes: [
      "`score` follows from the rank: 1 for the first result, more than a half for the last.",
      "`include_answer` costs a page scrape for each of the first results. The answer is that of the first page that has one: a quotation, or the text of the configured model.",
      "A crawl follows links only within the site, unless `allow_external` is true. One that takes longer than its `timeout` is cancelled; its pages until then are returned with a warning.",
      "Patterns of paths and domains are those of RE2, without look-around."
    ]
  },
  exa: {
    clients: "`exa-js`, exa-py, `@exalabs/ai-sdk`, `@langchain/exa`, langchain-exa",
    code: ["ts", "const exa = new Exa(\"fc-your-key\", \"http://127.0.0.1:3002/exa\")"],
    notes: [
      "`category` is a filter for `research paper`, `pdf`, `github` and `news`; others are named in `warning`.",
      "`includeText` and `excludeText` are proven on the text of a page that is read. With no contents they are proven on title and snippet; the warning names the texts that could not be checked.",
      "`findSimilar` searches for `related:` and the host, which engines understand to different degrees.",
      "`answer` is quoted from a page, or written by the configured model. On `POST /exa/answer`, `stream: true` sends it as events.",
      "`costDollars.total` is 0: the field `creditsUsed` has what was charged."
    ]
  },
  searxng: {
    clients: "LangChain's `SearxSearchWrapper` and `SearxngSearch`, LibreChat, Open WebUI, AnythingLLM",
    code: ["sh", "SEARXNG_QUERY_URL='http://127.0.0.1:3002/searxng/search?q=<query>'"],
    notes: [
      "Programs that know no key send it as the password of the address: `http://any:fc-your-key@127.0.0.1:3002/searxng`.",
      "Warnings are entries of `unresponsive_engines`. A `language` with a region, such as `de-AT`, chooses the country.",
      "Only `format=json` is served. A page has 10 results. A search for a later page also finds, and charges, the results before it."
    ]
  },
  serper: {
    clients: "LangChain's `Serper` and `GoogleSerperAPIWrapper`, LibreChat",
    code: ["sh", "SERPER_API_URL=http://127.0.0.1:3002/serper/search"],
    notes: ["A search for a later page also finds, and charges, the results before it."]
  },
  brave: {
    clients: "LangChain's `BraveSearchWrapper` and `BraveSearch`",
    code: [
      "py",
      "BraveSearchWrapper(api_key=\"fc-your-key\", base_url=\"http://127.0.0.1:3002/brave/res/v1/web/search\")"
    ],
    notes: [
      "`description` is the best passage of a result, `extra_snippets` are the others.",
      "`llm/context` reads the pages. Its limits of tokens hold as `o200k_base` counts them.",
      "A missing or wrong key is status 422, as in this API."
    ]
  },
  jina: {
    clients: "programs that read `https://r.jina.ai/<url>`, LangChain's `JinaSearchAPIWrapper` and `JinaRerank`",
    code: ["sh", "curl http://127.0.0.1:3002/jina/https://example.com/ -H \"Authorization: Bearer fc-your-key\""],
    notes: [
      "`/jina/<url>` and `/jina/r/<url>` are the reader, `/jina/s/<query>` is the search, `/jina/v1/rerank` orders texts.",
      "Without `Accept: application/json` the response is text, with warnings in lines that begin with `Warning:`.",
      "HTML is sent with a policy that lets nothing in it run."
    ]
  },
  cohere: {
    clients: "`cohere-ai`, cohere of PyPI, LibreChat",
    code: [
      "ts",
      "const cohere = new CohereClientV2({ token: \"fc-your-key\", environment: \"http://127.0.0.1:3002/cohere\" })"
    ],
    notes: [
      "Texts are ranked by `DUNLIN_RERANKER_URL` where that is set, else by their words (BM25). A ranking costs no credits.",
      "Warnings are in `meta.warnings`."
    ]
  },
  perplexity: {
    clients: "`@perplexity-ai/perplexity_ai`, perplexityai of PyPI",
    code: ["py", "client = Perplexity(api_key=\"fc-your-key\", base_url=\"http://127.0.0.1:3002/perplexity\")"],
    notes: ["Several queries are several searches; their results take turns, each address once."]
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

/** Endpoints that differ in their path alone are one row. */
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
    `Base URL: \`http://127.0.0.1:3002/${door.name}\`, with \`DUNLIN_DOORS=${door.name}\`. The key is one of your server, in ${
      door.keys.map(named).join(", or ")
    }.`,
    "",
    `\`\`\`${language}`,
    code,
    "```",
    "",
    `Clients that work unchanged: ${clients}.`,
    "",
    "| endpoint | what it does | fields that are honoured |",
    "| --- | --- | --- |",
    ...rows.map(({ fields, paths, summary }) => `| ${paths.join("<br>")} | ${summary} | ${cell(fields)} |`),
    "",
    ...(unheeded.size === 0 ? [] : [
      "These fields have no effect, and a response to a request with one names it:",
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
        `Use clients of ${door.title} with your server: the base URL, what is honoured, and what is named instead.`,
      keywords:
        `${door.title} compatible API, drop-in, base URL, self-hosted ${door.title}, replace ${door.title}, ${door.name} client`
    },
    "doors"
  )
)
finish(faults, `${Object.keys(doors).length} doors`)

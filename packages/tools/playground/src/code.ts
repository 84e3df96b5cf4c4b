/** Shows a request as code to copy. */
import type { Json } from "./fields.ts"

export interface Asked {
  readonly kind: "search" | "scrape"
  readonly body: { readonly [name: string]: Json }
  readonly server: string
  readonly withKey: boolean
}

export type Language = "curl" | "fetch" | "dunlin" | "effect"

export const languages: ReadonlyArray<{ readonly id: Language; readonly name: string }> = [
  { id: "curl", name: "curl" },
  { id: "fetch", name: "JavaScript" },
  { id: "dunlin", name: "Dunlin" },
  { id: "effect", name: "Effect" }
]

const isName = /^[A-Za-z_$][\w$]*$/

/**
 * Returns a field name in source code. `__proto__` needs a computed key, because it would otherwise set the
 * prototype.
 */
const nameOf = (name: string): string =>
  name === "__proto__" ? `["__proto__"]` : isName.test(name) ? name : JSON.stringify(name)

export const literal = (value: Json, indent = ""): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item, inner)}`)
  if (parts.length === 0) return open + close
  const padding = open === "{" ? " " : ""
  const line = `${open}${padding}${parts.join(", ")}${padding}${close}`
  return line.length <= 60 && !line.includes("\n")
    ? line
    : `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curl = ({ body, kind, server, withKey }: Asked): string =>
  [
    `curl ${quoted(`${server}/v2/${kind}`)}`,
    ...(withKey ? [`-H "Authorization: Bearer $DUNLIN_KEY"`] : []),
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`
  ].join(" \\\n  ")

const fetched = ({ body, kind, server, withKey }: Asked): string =>
  `const response = await fetch(${JSON.stringify(`${server}/v2/${kind}`)}, {
  method: "POST",
  headers: {${
    withKey ? `\n    "Authorization": \`Bearer \${process.env.DUNLIN_KEY}\`,\n   ` : ""
  } "Content-Type": "application/json"${withKey ? "\n  " : " "}},
  body: JSON.stringify(${literal(body, "  ")})
})
const answer = await response.json()
if (!answer.success) throw new Error(\`\${answer.code}: \${answer.error}\`)
console.log(answer.data)`

const parts = ({ body, kind }: Asked): readonly [string, Json] => {
  const { query = "", url = "", ...options } = body
  return [JSON.stringify(kind === "search" ? query : url), options]
}

const imported = (names: string, from: string): string => `import { ${names} } from "${from}"`

const client = (request: Asked): string => {
  const [subject, options] = parts(request)
  const written = literal(options)
  const call = `client.${request.kind}(${subject}${written === "{}" ? "" : `, ${written}`})`
  return `${imported("createClient", "dunlin")}

const client = createClient()
${
    request.kind === "search"
      ? `const { data, warning } = await ${call}\nconsole.log(data.web, warning)`
      : `const page = await ${call}\nconsole.log(page.markdown)`
  }
await client.close()`
}

const effect = (request: Asked): string =>
  request.kind === "search"
    ? `${imported("Searcher", "@dunlin/pipeline")}
${imported("SearchRequest", "@dunlin/schema")}
${imported("Effect", "effect")}

export const program = Effect.gen(function*() {
  const searcher = yield* Searcher.Searcher
  const task = yield* SearchRequest.decode(${literal(request.body, "  ")})
  const { data } = yield* searcher.search(task)
  return data.web ?? []
})`
    : `${imported("Scraper", "@dunlin/pipeline")}
${imported("ScrapeRequest", "@dunlin/schema")}
${imported("Effect", "effect")}

export const program = Effect.gen(function*() {
  const scraper = yield* Scraper.Scraper
  const { url, ...options } = yield* ScrapeRequest.decode(${literal(request.body, "  ")})
  const { document } = yield* scraper.scrape({ url, options })
  return document
})`

const writers: { readonly [language in Language]: (request: Asked) => string } = {
  curl,
  fetch: fetched,
  dunlin: client,
  effect
}

export const write = (language: Language, request: Asked): string => writers[language](request)

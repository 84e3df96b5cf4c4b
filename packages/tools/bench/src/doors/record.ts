/** Converts the calls of a run to rows of the published record, by the API that each client uses. */
import { write } from "../compatibility.ts"
import type { Call } from "./call.ts"

const apis: ReadonlyArray<readonly [words: RegExp, api: string]> = [
  [/tavily/i, "Tavily"],
  [/exa/i, "Exa"],
  [/searx/i, "SearXNG"],
  [/serper/i, "Serper"],
  [/brave/i, "Brave"],
  [/jina/i, "Jina"],
  [/cohere/i, "Cohere"],
  [/perplexity/i, "Perplexity"]
]

const apiOf = ({ call, client }: Call): string =>
  apis.find(([words]) => words.test(`${client} ${call}`))?.[1] ?? "Other APIs"

/** Returns a client with its version. Some rows name the version; the list of installed packages has the others. */
const nameAndVersion = (client: string, installed: ReadonlyArray<string>): readonly [string, string] => {
  const [, name = client, version] = /^(.*) (\d[\w.]*)$/.exec(client) ?? []
  const listed = installed.find((one) => one.startsWith(`${name}==`) || one.startsWith(`${name}@`))
  return [name, version ?? listed?.split(/==|@(?=\d)/).at(-1) ?? "unknown"]
}

export const record = (calls: ReadonlyArray<Call>, installed: ReadonlyArray<string>): void => {
  for (const [api, ofApi] of Map.groupBy(calls, apiOf)) {
    write(
      api,
      ofApi.map(({ call, client, missed, violated, why = "" }) => {
        const [name, version] = nameAndVersion(client, installed)
        const works = missed.length === 0 && violated.length === 0
        return { client: name, version, method: call, works, why: [...missed, ...violated, why].join(" ").trim() }
      })
    )
  }
}

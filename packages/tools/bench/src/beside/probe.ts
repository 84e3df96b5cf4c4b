// Runs one row's work with the packages of one commit: node probe.ts ROW BENCH_FOLDER [once | URL] As a child process,
// it runs a turn for each message and replies with the number of completed units. With `once` it runs one unit and
// ends, for rows with fresh processes.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { letters, page, pages } from "./material.ts"
import { ownTree } from "./tree.ts"

type Turn = () => number | Promise<number>

const [row = "", bench = "", argument = ""] = process.argv.slice(2)

const own = (path: string): Promise<any> => import(pathToFileURL(join(bench, path)).href)

const { resolve } = createRequire(join(bench, "package.json"))

const dependency = (specifier: string): Promise<any> => import(pathToFileURL(resolve(specifier)).href)

const dataOf = (name: string): any =>
  JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), "utf8"))

const PROCESSES_PER_TURN = 2

const freshProcesses = (...args: ReadonlyArray<string>): Turn => () => {
  for (let count = 0; count < PROCESSES_PER_TURN; count++) {
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] })
    if (status !== 0) throw new Error(`${args.join(" ")}: ${String(stderr)}`)
  }
  return PROCESSES_PER_TURN
}

const fresh = (): Turn => freshProcesses(import.meta.filename, row, bench, "once")

const repeat = async (times: number, work: () => unknown): Promise<number> => {
  for (let count = 0; count < times; count++) await work()
  return times
}

const small = { query: "typed errors", limit: 5 }
const large = {
  query: "typed errors site:example.com",
  limit: 20,
  sources: [{ type: "web", tbs: "qdr:w" }, { type: "news" }],
  includeDomains: ["example.com", "example.org"],
  country: "DE",
  scrapeOptions: {
    formats: [{ type: "markdown" }, { type: "links" }, { type: "screenshot", fullPage: true, quality: 80 }],
    maxAge: 3_600_000,
    headers: { "accept-language": "de" },
    location: { country: "DE", languages: ["de-DE"] },
    parsers: [{ type: "pdf", maxPages: 20 }],
    actions: [{ type: "wait", milliseconds: 500 }, { type: "click", selector: "#more" }]
  }
}

const decode = async (request: unknown, times: number): Promise<Turn> => {
  const { Schema } = await dependency("effect")
  const { SearchRequest } = await dependency("@dunlin/schema")
  const read = Schema.decodeUnknownSync(SearchRequest.SearchRequest)
  return () => repeat(times, () => read(request))
}

const works: Readonly<Record<string, () => Promise<Turn>>> = {
  decodeSmall: () => decode(small, 60_000),
  decodeLarge: () => decode(large, 12_000),
  htmlWarm: async () => {
    const { extract } = await own("adapters/html.ts")
    const inputs = pages(20)
    return async () => inputs.length * await repeat(3, () => inputs.forEach((html) => extract(html).markdown))
  },
  htmlCold: async () => {
    if (argument !== "once") return fresh()
    const { extract } = await own("adapters/html.ts")
    return () => extract(page(5)).markdown.length
  },
  pdf: async () => {
    const { toMarkdown } = await own("adapters/pdf.ts")
    const bytes = new Uint8Array(readFileSync(join(ownTree().root, dataOf("pdf").file)))
    return () => repeat(30, () => toMarkdown(bytes, {}))
  },
  indexing: async () => {
    const { index } = await own("adapters/retrieval.ts")
    const { documents } = dataOf("questions")
    return () => repeat(2, async () => (await index(documents)).close())
  },
  search: async () => {
    const { index } = await own("adapters/retrieval.ts")
    const { documents, questions } = dataOf("questions")
    const local = await index(documents)
    return async () => {
      return questions.length * await repeat(10, async () => {
        for (const [question] of questions) await local.search(question, 10)
      })
    }
  },
  redaction: async () => {
    const { redact } = await own("adapters/pii.ts")
    const texts = Array.from({ length: 6 }, (_, at) => letters(20 + at))
    return async () => {
      for (const text of texts) await redact(text)
      return texts.length
    }
  },
  crawl: async () => {
    const { createClient } = await dependency("dunlin")
    return async () => {
      let read = 0
      await using client = createClient({ allow: [new URL(argument).host] })
      for await (const _ of client.crawl(argument, { limit: 60, crawlEntireDomain: true })) read++
      if (read < 60) throw new Error(`${read} of 60 pages were crawled`)
      return read
    }
  },
  firstSearch: async () => {
    if (argument !== "once") return fresh()
    const { createClient } = await dependency("dunlin")
    return async () => {
      const client = createClient()
      await client.index([{
        url: "https://example.com/a",
        title: "Typed errors",
        text: "An error that is typed tells."
      }])
      const { data } = await client.search("typed error", { limit: 1 })
      if (data.web?.length !== 1) throw new Error("nothing was found")
      await client.close()
      return 1
    }
  },
  help: async () => {
    const { program } = await own(`${bench.includes("/tools/") ? "../" : ""}../../.config/program.mjs`)
    const { file } = await program()
    return freshProcesses(file, "--help")
  }
}

const turn = await works[row]!()
if (argument === "once") await turn()
else {
  process.on("message", async () => process.send!({ units: await turn() }))
  process.send!("ready")
}

/** An endpoint of models for an index, pages for it, and what a search of them says. */
import type { LocalIndex } from "@dunlin/providers"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** Each list contains words with the same meaning. */
const meanings = [["car", "automobile"], ["care", "maintenance"], ["doctor", "physician"], ["list", "directory"]]

const vectorOf = (text: string): ReadonlyArray<number> => {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return [...meanings.map((alike) => words.filter((word) => alike.includes(word)).length), 0.01]
}

interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly model: string
  readonly texts: ReadonlyArray<string>
}

/** An endpoint with `/embeddings`, and with `/rerank`, which prefers the longest text. */
export const serve = async () => {
  const asked: Array<Asked> = []
  let isBroken = false
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => body += chunk)
    request.on("end", () => {
      const { documents, input, model } = JSON.parse(body)
      const texts: ReadonlyArray<string> = input ?? documents
      asked.push({ path: request.url ?? "", authorization: request.headers.authorization, model, texts })
      if (isBroken) return response.writeHead(503).end("{}")
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(
        documents === undefined
          ? { data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) }
          : { results: texts.map(({ length }, index) => ({ index, relevance_score: length })) }
      ))
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    break: () => {
      isBroken = true
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const pages: ReadonlyArray<LocalIndex.IndexDocument> = [
  { url: "https://a.example/wash", title: "Wash", text: "Take a wash and wash the dog." },
  { url: "https://a.example/auto", title: "Automobile maintenance", text: "Oil and brakes." },
  { url: "https://b.example/doctors", title: "Physician directory", text: "Names by town." }
]

export const titles = ({ data }: { readonly data: { readonly web?: ReadonlyArray<{ readonly title: string }> } }) =>
  (data.web ?? []).map(({ title }) => title)

/** What a search says when the model had no time: a busy machine may let it wait. The search is sent again then. */
export const isLate = (warning: string | null | undefined): boolean => /no answer within/.test(warning ?? "")

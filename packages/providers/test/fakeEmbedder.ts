/** An embedder that knows what some words mean, pages with those words, and the titles that a search of them finds. */
import { Embedder, type LocalIndex, type SearchError, type SearchProvider } from "@dunlin/providers"
import { Effect, Layer } from "effect"
import { question } from "./questions.ts"

/** Meanings of words as a model would know them: what is in one list means the same. */
const meanings = [
  ["car", "automobile", "vehicle"],
  ["care", "maintenance", "servicing"],
  ["doctor", "physician"],
  ["list", "directory"],
  ["boat", "ship"],
  ["price", "cost"]
]

export const vector = (text: string): ReadonlyArray<number> => {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return [...meanings.map((alike) => words.filter((word) => alike.includes(word)).length), 0.01]
}

export interface Fake {
  readonly layer: Layer.Layer<Embedder.Embedder>
  readonly asked: Array<Embedder.Request>
  /** What fails next, when it is not empty. */
  readonly failures: Array<SearchError.SearchError>
}

export const fake = (model = "fake"): Fake => {
  const asked: Array<Embedder.Request> = []
  const failures: Array<SearchError.SearchError> = []
  const layer = Layer.succeed(
    Embedder.Embedder,
    Embedder.Embedder.of({
      model,
      embed: (request) =>
        Effect.suspend(() => {
          const failure = failures.shift()
          if (failure !== undefined) return Effect.fail(failure)
          asked.push(request)
          return Effect.succeed(request.texts.map(vector))
        })
    })
  )
  return { layer, asked, failures }
}

export const pages: ReadonlyArray<LocalIndex.IndexDocument> = [
  { url: "https://a.example/wash", title: "Wash", text: "Take a wash and wash the dog." },
  {
    url: "https://a.example/auto",
    title: "Automobile maintenance",
    text: "Oil and brakes.",
    publishedAt: "2020-05-05"
  },
  { url: "https://b.example/doctors", title: "Physician directory", text: "Names by town." },
  { url: "https://b.example/ships", title: "Ships", text: "What a ship costs: the cost of a ship." }
]

export const titlesOf = (
  index: LocalIndex.LocalIndex["Service"],
  query: string,
  extra?: Partial<SearchProvider.Question>
) => Effect.map(index.search(question(query, extra)), ({ hits }) => hits.map(({ title }) => title))

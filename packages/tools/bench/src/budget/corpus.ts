/** Reads questions with the texts that answer each, and the documents that contain these. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

export interface Document {
  readonly url: string
  readonly title: string
  readonly text: string
}

export interface Question {
  readonly text: string
  readonly gold: ReadonlyArray<string>
  readonly set: "squad" | "scifact"
}

export const isHeldOut = (id: string): boolean =>
  parseInt(createHash("sha256").update(`budget ${id}`).digest("hex").slice(0, 8), 16) % 2 === 0

/** Number of characters around an answer that a passage must include, because a short answer may occur by accident. */
const around = 25

const json = async <A>(file: string): Promise<A> => JSON.parse(await readFile(file, "utf8"))

const corpus = async (folder: string, set: string, most: number): Promise<ReadonlyArray<Document>> =>
  gunzipSync(await readFile(join(folder, "retrieval/data", set, "corpus.jsonl.gz"))).toString().trim().split("\n")
    .slice(0, most)
    .map((line) => JSON.parse(line) as { id: string; title: string; text: string })
    .map(({ id, text, title }) => ({ url: `https://${set}.example/${encodeURIComponent(id)}`, title, text }))

interface Article {
  readonly title: string
  readonly paragraphs: ReadonlyArray<{
    readonly context: string
    readonly qas: ReadonlyArray<{
      readonly id: string
      readonly question: string
      readonly is_impossible: boolean
      readonly answers: ReadonlyArray<{ readonly answer_start: number; readonly text: string }>
    }>
  }>
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** Returns an answer with its context, up to the ends of its sentences. */
const inSentence = (text: string, from: number, length: number): string => {
  const whole = sentences.segment(text)
  const first = whole.containing(from)!
  const last = whole.containing(from + length - 1)!
  return text.slice(
    Math.max(first.index, from - around),
    Math.min(last.index + last.segment.length, from + length + around)
  )
}

const squad = async (folder: string, paragraphsOfPage: number) => {
  const { data } = await json<{ data: ReadonlyArray<Article> }>(join(folder, "highlights/squad-dev-v2-cs224n.json"))
  const documents: Array<Document> = []
  const questions: Array<Question & { readonly id: string }> = []
  for (const { paragraphs, title } of data) {
    const name = title.replaceAll("_", " ")
    for (let at = 0; at < paragraphs.length; at += paragraphsOfPage) {
      const text = paragraphs.slice(at, at + paragraphsOfPage).map(({ context }) => context).join("\n\n")
      documents.push({ url: `https://articles.example/${title}/${at / paragraphsOfPage + 1}`, title: name, text })
    }
    for (const { context, qas } of paragraphs) {
      for (const { answers, id, is_impossible, question } of qas) {
        const [answer] = answers
        if (is_impossible || answer === undefined) continue
        const gold = inSentence(context, answer.answer_start, answer.text.length)
        questions.push({ id, text: question, gold: [gold], set: "squad" })
      }
    }
  }
  return { documents, questions }
}

const scifact = async (folder: string) => {
  const sentences = await json<Record<string, ReadonlyArray<string>>>(join(folder, "highlights/scifact_sents.json"))
  const claims = await json<ReadonlyArray<{ id: string; query: string; doc: string; sents: ReadonlyArray<number> }>>(
    join(folder, "highlights/scifact_claims.json")
  )
  const byClaim = new Map<string, Question & { readonly id: string }>()
  for (const { doc, id, query, sents } of claims) {
    // Evidence may come from any document.
    const gold = [...byClaim.get(id)?.gold ?? [], ...sents.flatMap((at) => sentences[doc]?.[at] ?? [])]
    if (gold.length > 0) byClaim.set(id, { id: `scifact ${id}`, text: query, gold, set: "scifact" })
  }
  return [...byClaim.values()]
}

const spread = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * all.length / count)]!)

const ofEach = 150

export const load = async (
  folder: string,
  options: { readonly paragraphsOfPage: number; readonly heldOut: boolean }
) => {
  const { documents, questions } = await squad(folder, options.paragraphsOfPage)
  const chosen = [questions, await scifact(folder)].flatMap((all) =>
    spread(all.filter(({ id }) => isHeldOut(id) === options.heldOut), ofEach)
  )
  const bbc = await json<ReadonlyArray<{ id: string; title: string; text: string }>>(
    join(folder, "highlights/bbc.json")
  )
  return {
    questions: chosen as ReadonlyArray<Question>,
    documents: [
      ...documents,
      ...await corpus(folder, "scifact", Infinity),
      ...await corpus(folder, "dbpedia", 4000),
      ...await corpus(folder, "msmarco", 4000),
      ...await corpus(folder, "cranfield", 1400),
      ...bbc.map(({ id, text, title }) => ({ url: `https://news.example/${id}`, title, text }))
    ]
  }
}

// Measures whether the sentence with the answer is among the first passages: npm run bench -- highlights Questions of
// SQuAD 2 over whole articles, compared with BM25 over the same sentences.
import { ModelFormats } from "@dunlin/transformers"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { select } from "../adapters/highlights.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

interface Question {
  readonly question: string
  readonly is_impossible: boolean
  readonly answers: ReadonlyArray<{ readonly answer_start: number; readonly text: string }>
}

interface Article {
  readonly paragraphs: ReadonlyArray<{ readonly context: string; readonly qas: ReadonlyArray<Question> }>
}

type Select = (
  text: string,
  query: string,
  k: number
) => ReadonlyArray<{ readonly start: number; readonly end: number }>

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

const bm25: Select = (text, query, k) => {
  const parts = [...sentences.segment(text)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
    terms: words(segment)
  }))
  const average = parts.reduce((sum, part) => sum + part.terms.length, 0) / parts.length
  const frequency = new Map<string, number>()
  for (const part of parts) for (const term of new Set(part.terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const terms = [...new Set(words(query))]
  const score = (part: typeof parts[number]) =>
    terms.reduce((sum, term) => {
      const count = part.terms.filter((other) => other === term).length
      if (count === 0) return sum
      const df = frequency.get(term) ?? 0
      const idf = Math.log(1 + (parts.length - df + 0.5) / (df + 0.5))
      return sum + idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * part.terms.length / average))
    }, 0)
  return parts.map((part) => ({ ...part, score: score(part) })).toSorted((a, b) => b.score - a.score).slice(0, k)
}

const answered = async (
  articles: ReadonlyArray<{
    readonly text: string
    readonly questions: ReadonlyArray<{ readonly question: string; readonly answer: string }>
  }>
): Promise<string> => {
  let found = 0
  let asked = 0
  const start = performance.now()
  const derive = await Effect.runPromise(
    Effect.map(ModelFormats.ModelFormats, ({ derive }) => derive).pipe(Effect.provide(ModelFormats.layerExtractive))
  )
  for (const { questions, text } of articles) {
    for (const { answer, question } of questions) {
      asked++
      const { fields } = await Effect.runPromise(derive({
        url: "https://example.com/",
        markdown: text,
        document: {},
        options: { formats: [{ type: "question", question }], onlyCleanContent: false }
      }))
      if (fields.answer?.includes(answer) === true) found++
    }
  }
  const each = (performance.now() - start) / asked
  return `answer without a model holds the gold answer: ${(100 * found / asked).toFixed(1)} %, ${each.toFixed(1)} ms`
}

export const run = async () => {
  const folder = await prepare("search")
  const { data } = JSON.parse(await readFile(join(folder, "highlights/squad-dev-v2-cs224n.json"), "utf8")) as {
    readonly data: ReadonlyArray<Article>
  }
  const articles = data.map(({ paragraphs }) => {
    let text = ""
    const questions: Array<{ readonly question: string; readonly at: number; readonly answer: string }> = []
    for (const { context, qas } of paragraphs) {
      for (const { answers, is_impossible, question } of qas) {
        if (!is_impossible && answers[0] !== undefined) {
          questions.push({ question, at: text.length + answers[0].answer_start, answer: answers[0].text })
        }
      }
      text += `${context}\n\n`
    }
    return { text, questions }
  })
  const shares: Record<string, ReadonlyMap<number, number>> = {}
  for (const [name, choose] of Object.entries({ dunlin: select as Select, bm25 })) {
    const hits = new Map([[1, 0], [3, 0], [5, 0]])
    let asked = 0
    const start = performance.now()
    for (const { questions, text } of articles) {
      for (const { at, question } of questions) {
        asked++
        const passages = choose(text, question, 5)
        const place = passages.findIndex((passage) => at >= passage.start && at < passage.end)
        for (const k of hits.keys()) if (place >= 0 && place < k) hits.set(k, hits.get(k)! + 1)
      }
    }
    shares[name] = new Map([...hits].map(([k, count]) => [k, Math.round(1000 * count / asked) / 10]))
    const percent = [...hits].map(([k, count]) => `top ${k}: ${(100 * count / asked).toFixed(1)} %`).join(", ")
    console.log(`${name}: ${percent}, ${((performance.now() - start) / asked).toFixed(3)} ms a question (${asked})`)
  }
  for (const k of [3, 5]) {
    figure({
      area: "passages",
      data: "dev",
      metric: `questions whose answer is in the first ${k} passages, %`,
      ours: shares["dunlin"]?.get(k) ?? 0,
      peer: { name: "BM25", value: shares["bm25"]?.get(k) ?? 0 }
    })
  }
  console.log(await answered(articles))
}

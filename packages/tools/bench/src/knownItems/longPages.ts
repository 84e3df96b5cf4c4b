import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { isHeldOut } from "./documents.ts"
import type { Page } from "./peers.ts"

interface Article {
  readonly title: string
  readonly paragraphs: ReadonlyArray<{
    readonly context: string
    readonly qas: ReadonlyArray<{ readonly question: string; readonly is_impossible?: boolean }>
  }>
}

export interface Question {
  readonly question: string
  readonly id: string
  readonly heldOut: boolean
}

const corpora = ["scifact", "dbpedia", "msmarco", "cranfield"]
const paragraphsPerPage = 4
const questionsPerHalf = 150

const others = async (folder: string): Promise<ReadonlyArray<Page>> => {
  const out: Array<Page> = []
  for (const name of corpora) {
    const file = await readFile(join(folder, "retrieval/data", name, "corpus.jsonl.gz"))
    for (const line of gunzipSync(file).toString().trim().split("\n")) {
      const { id, text, title } = JSON.parse(line) as { id: string; title: string; text: string }
      out.push({ id: `${name}/${id}`, url: `https://${name}.example/${encodeURIComponent(id)}`, title, text })
    }
  }
  return out
}

export const read = async (folder: string, isWhole: boolean) => {
  const source = JSON.parse(await readFile(join(folder, "highlights/squad-dev-v2-cs224n.json"), "utf8")) as {
    readonly data: ReadonlyArray<Article>
  }
  const pages: Array<Page> = []
  const questions: Array<Question> = []
  for (const { paragraphs, title } of source.data) {
    const size = isWhole ? paragraphs.length : paragraphsPerPage
    for (let at = 0; at < paragraphs.length; at += size) {
      const id = `${title}/${at}`
      const part = paragraphs.slice(at, at + size)
      pages.push({
        id,
        url: `https://articles.example/${encodeURIComponent(id)}`,
        title: title.replaceAll("_", " "),
        text: part.map(({ context }) => context).join("\n\n")
      })
      for (const { qas } of part) {
        for (const { is_impossible, question } of qas) {
          if (is_impossible !== true) questions.push({ question, id, heldOut: isHeldOut(title) })
        }
      }
    }
  }
  const half = (heldOut: boolean) => {
    const all = questions.filter((question) => question.heldOut === heldOut)
    const step = Math.max(1, all.length / questionsPerHalf)
    return Array.from({ length: Math.min(questionsPerHalf, all.length) }, (_, at) => all[Math.floor(at * step)]!)
  }
  return { pages: [...pages, ...await others(folder)], questions: [...half(false), ...half(true)] }
}

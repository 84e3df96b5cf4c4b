// Measures how often an answer is within a token budget: npm run bench -- budget [--dev] [--articles] [--hits=20]
// Questions of SQuAD 2 and SciFact over 15,000 documents in the embedded index. Rules were chosen on the other half
// of the questions (--dev); --articles uses whole articles instead of pages of 4 paragraphs.
import { Tokens } from "@dunlin/transformers"
import { Effect } from "effect"
import { countTokens as countOther } from "gpt-tokenizer/encoding/cl100k_base"
import { index } from "../adapters/retrieval.ts"
import { type Document, load, type Question } from "./budget/corpus.ts"
import { methods } from "./budget/methods.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

const OURS = "dunlin Budget"

const budgets = [500, 1000, 2000, 4000]

const plain = (text: string): string => text.replace(/\s+/g, " ")

const keeps = (answer: string, { gold }: Question): boolean => {
  const said = plain(answer)
  return gold.some((text) => said.includes(plain(text).trim()))
}

const wilson = (kept: number, asked: number): string => {
  const z = 1.96
  const p = kept / asked
  const middle = (p + z * z / (2 * asked)) / (1 + z * z / asked)
  const half = z * Math.sqrt(p * (1 - p) / asked + z * z / (4 * asked * asked)) / (1 + z * z / asked)
  return `${(100 * (middle - half)).toFixed(0)}-${(100 * (middle + half)).toFixed(0)}`
}

export const run = async (args: ReadonlyArray<string>) => {
  const folder = await prepare("search")
  const hits = Number(args.find((arg) => arg.startsWith("--hits="))?.slice(7) ?? 20)
  const only = args.find((arg) => arg.startsWith("--only="))?.slice(7)
  const { documents, questions } = await load(folder, {
    paragraphsOfPage: args.includes("--articles") ? 1000 : 4,
    heldOut: !args.includes("--dev")
  })
  const byUrl = new Map(documents.map((document) => [document.url, document]))
  const engine = await index(documents.map(({ text, title, url }) => ({ id: url, title, text })))
  const found: Array<{ readonly question: Question; readonly pages: ReadonlyArray<Document> }> = []
  let oracle = 0
  for (const question of questions) {
    const pages = (await engine.search(question.text, hits)).map((url) => byUrl.get(url)!)
    if (pages.some(({ text }) => keeps(text, question))) oracle++
    found.push({ question, pages })
  }
  await engine.close()
  const count = await Effect.runPromise(Tokens.counter)
  console.log(
    `${questions.length} questions, ${documents.length} documents, ${hits} hits each; ` +
      `the answer is on one of their pages for ${(100 * oracle / questions.length).toFixed(1)} %`
  )
  console.log("\nkept % (95 % interval) / mean tokens / tokens per kept answer\n")
  console.log(
    `| | ${budgets.join(" | ")} | above budget (o200k, cl100k) |\n| --- |${" --- |".repeat(budgets.length + 1)}`
  )
  const kept = new Map<string, ReadonlyArray<number>>()
  for (const [name, method] of Object.entries(methods)) {
    if (only !== undefined && !name.includes(only)) continue
    let above = 0
    let aboveOther = 0
    const sums = budgets.map(() => ({ kept: 0, tokens: 0 }))
    for (const { pages, question } of found) {
      const answerWithin = method(pages, question.text, count)
      budgets.forEach((maxTokens, at) => {
        const answer = answerWithin(maxTokens)
        const size = count(answer)
        sums[at]!.tokens += size
        if (keeps(answer, question)) sums[at]!.kept++
        if (size > maxTokens) above++
        if (countOther(answer, { disallowedSpecial: new Set() }) > maxTokens) aboveOther++
      })
    }
    kept.set(name, sums.map((sum) => Math.round(1000 * sum.kept / questions.length) / 10))
    const cells = sums.map(({ kept, tokens }) => {
      const share = (100 * kept / questions.length).toFixed(1)
      const mean = Math.round(tokens / questions.length)
      return `${share} (${wilson(kept, questions.length)}) / ${mean} / ${Math.round(tokens / kept)}`
    })
    console.log(`| ${name} | ${cells.join(" | ")} | ${above}, ${aboveOther} |`)
  }
  report(kept, args.includes("--dev") ? "dev" : "fresh")
}

const report = (kept: ReadonlyMap<string, ReadonlyArray<number>>, data: "dev" | "fresh"): void => {
  const ours = kept.get(OURS)
  if (ours === undefined) return
  budgets.forEach((maxTokens, at) => {
    const [name, shares] = [...kept].filter(([other]) => other !== OURS)
      .reduce((best, other) => other[1][at]! > best[1][at]! ? other : best)
    const metric = `answers kept in ${maxTokens} tokens, %`
    figure({ area: "budget", data, metric, ours: ours[at]!, peer: { name, value: shares[at]! } })
  })
}

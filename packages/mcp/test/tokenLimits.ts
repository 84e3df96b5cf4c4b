import { Tools } from "@dunlin/mcp"
import { Tokens } from "@dunlin/transformers"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hit, services } from "./fixtures.ts"

const words = ("otter river holt bank fish water cold winter spring species habitat survey population decline recovery "
  + "law European 1973 2004 42 protected hunting pelt fur trade dam culvert road mortality 川獺 выдра 🦦").split(" ")

/** The same numbers every time. */
const random = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % most
  }
}

const textOf = (next: (most: number) => number, sentences: number): string =>
  Array.from({ length: sentences }, (_, at) => {
    const said = Array.from({ length: 4 + next(20) }, () => words[next(words.length)]).join(" ")
    return at % 17 === 3
      ? `\n\n## ${said}\n\n`
      : at % 29 === 5
      ? `\n\n\`\`\`\n${said}\n${said}\n\`\`\`\n\n`
      : `${said}.${next(4) === 0 ? "\n\n" : " "}`
  }).join("")

/** Calls both tools so many times, with limits and texts of all kinds, and counts the tokens of each answer. */
export const keepWithin = (calls: number) => {
  const next = random(7)
  const hits = Array.from({ length: 20 }, (_, at) =>
    hit(String(at), {
      title: textOf(next, 1 + next(3)),
      url: `https://example.com/${"川".repeat(next(60))}/${at}?q=${"x".repeat(next(300))}`,
      text: textOf(next, 5 + next(300))
    }))
  const pages = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [
    `https://example.com/page/${at}`,
    `<title>${textOf(next, 2)}</title><main><h1>Page</h1>${
      textOf(next, 20 + 100 * at).split("\n\n").map((part) => `<p>${part}</p>`).join("")
    }</main>`
  ]))
  return Effect.gen(function*() {
    const count = yield* Tokens.counter
    for (let call = 0; call < calls; call++) {
      const maxTokens = call % 3 === 0 ? 200 + next(400) : 200 + next(19_801)
      const query = Array.from({ length: 1 + next(5) }, () => words[next(words.length)]).join(" ")
      const answer = call % 2 === 0
        ? yield* Tools.search({ query, maxTokens, limit: 1 + next(20) })
        : yield* Tools.read({
          url: `https://example.com/page/${next(5)}`,
          maxTokens,
          offset: next(3) === 0 ? next(5000) : 0,
          ...(next(2) === 0 ? {} : { query })
        })
      assert.isFalse(answer.isError, answer.text)
      assert.isAtMost(count(answer.text), maxTokens)
    }
  }).pipe(Effect.provide(services({ hits, pages })))
}

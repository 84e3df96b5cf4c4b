// What people ask of the documentation, and the page that has to come first.
import { assert, describe, it } from "@effect/vitest"
import { dirname } from "node:path"
import { type Ask, open } from "../src/ask.ts"
import { freezePages } from "../src/frozen.ts"
import { readPages } from "../src/pages.ts"
import { deciding } from "./questions/deciding.ts"
import { developer } from "./questions/developer.ts"
import { earlier } from "./questions/earlier.ts"
import { known } from "./questions/known.ts"
import { migrant } from "./questions/migrant.ts"
import { newcomer } from "./questions/newcomer.ts"
import { operator } from "./questions/operator.ts"
import { others } from "./questions/others.ts"
import { peers } from "./questions/peers.ts"
import { unseen } from "./questions/unseen.ts"

/** Each question with the pages that answer it as a whole; the first result has to be one of them. */
type Questions = ReadonlyArray<readonly [string, ReadonlyArray<string>]>

/** Each set has so many. */
const SIZE = 40

/** Right pages first, of all questions that were looked at while the search was made: 291 of 320 on 2026-11-23. */
const LEAST_RIGHT_SHARE = 0.88

/**
 * Of 40 questions that nothing was chosen by, on 2026-11-23: 25 and 32 at the first look; of those before, 21 and 31, and 23
 * and 32 since there is a page of short answers.
 */
const LEAST_UNSEEN = {
  deciding: { first: 20, amongThree: 29 },
  unseen: { first: 23, amongThree: 30 }
}

const root = dirname(dirname(dirname(import.meta.dirname)))

/** The place of the first right page, for each question; `-1` when none is shown. */
const placesOf = (ask: Ask, questions: Questions) =>
  Promise.all(questions.map(async ([question, right]) => {
    const shown = (await ask(question)).find(({ name }) => name === "Pages")?.results ?? []
    const paths = shown.map(({ url }) => url.replace(/\.html.*$/, ""))
    return { question, first: paths[0], place: paths.findIndex((path) => right.includes(path)) }
  }))

describe("search of the site", async () => {
  const indexes = await freezePages(readPages(root))
  const ask = await open(indexes)
  const sets = { developer, earlier, known, migrant, newcomer, operator, others, peers }
  const seen = Object.values(sets).flat()
  // Answered here, before any test begins, because it takes a while on a busy machine.
  const placesOfSeen = await placesOf(ask, seen)
  const placesOfUnseen = { deciding: await placesOf(ask, deciding), unseen: await placesOf(ask, unseen) }

  it("has sets of one size", () => {
    for (const [name, questions] of Object.entries({ ...sets, deciding, unseen })) {
      assert.lengthOf(questions, SIZE, name)
    }
  })

  it("has the right page first", () => {
    const wrong = placesOfSeen.filter(({ place }) => place !== 0)
    const told = wrong.map(({ first, question }) => `${question}: ${first}`)
    assert.isAtLeast(seen.length - wrong.length, LEAST_RIGHT_SHARE * seen.length, told.join("\n"))
  })

  for (const name of ["deciding", "unseen"] as const) {
    it(`answers questions that nothing was chosen by, as often as it did: ${name}`, () => {
      const places = placesOfUnseen[name].map(({ place }) => place)
      const least = LEAST_UNSEEN[name]
      assert.isAtLeast(places.filter((place) => place === 0).length, least.first)
      assert.isAtLeast(places.filter((place) => place >= 0 && place < 3).length, least.amongThree)
    })
  }

  it("names only pages that there are", () => {
    const paths = new Set(Object.keys(indexes.pages))
    const lost = [...seen, ...deciding, ...unseen].flatMap(([, right]) => right).filter((path) => !paths.has(path))
    assert.deepStrictEqual([...new Set(lost)], [])
  })

  it("leads to the part of a page that answers, and marks the words", async () => {
    const [group] = await ask("chromium sandbox fails in a container")
    const [result] = group?.results ?? []
    assert.strictEqual(result?.url, "how-to/run-the-server.html#with-docker")
    assert.strictEqual(result?.heading, "With Docker")
    const marked = result?.matches.map(({ end, start }) => result.description.slice(start, end).toLowerCase()) ?? []
    assert.include(marked, "sandbox")
  })

  it("takes operators for the words they are", async () => {
    const [group] = await ask("filetype:pdf operator")
    assert.isAtLeast(group?.results.length ?? 0, 1)
  })

  it("looks for what stands in quotation marks as it stands", async () => {
    const [group] = await ask("\"seccomp.json\"")
    assert.match(group?.results[0]?.url ?? "", /^how-to\/run-the-server\.html/)
  })
})

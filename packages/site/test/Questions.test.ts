// What people ask of the documentation, and the page that has to come first.
import { assert, describe, it } from "@effect/vitest"
import { globSync } from "node:fs"
import { dirname, join } from "node:path"
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
import { passersby } from "./questions/passersby.ts"
import { peers } from "./questions/peers.ts"
import { strangers } from "./questions/strangers.ts"
import { unseen } from "./questions/unseen.ts"

/** Each question with the pages that answer it as a whole; the first result has to be one of them. */
type Questions = ReadonlyArray<readonly [string, ReadonlyArray<string>]>

/** Each set has so many. */
const SIZE = 40

/** Right pages first, of all questions that were looked at while the search was made: 356 of 400 on 2026-11-23. */
const LEAST_RIGHT_SHARE = 0.87

/**
 * Right pages first, and among the first three, on 2026-11-23: 35 and 40 of the 40 of strangers, 28 and 36 of those of
 * passersby. Both were 29 and 37, 24 and 35 before pages had questions of their own.
 */
const LEAST_UNSEEN = {
  passersby: { first: 26, amongThree: 34 },
  strangers: { first: 33, amongThree: 38 }
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
  const sets = { deciding, developer, earlier, known, migrant, newcomer, operator, others, peers, unseen }
  const seen = Object.values(sets).flat()
  // Answered here, before any test begins, because it takes a while on a busy machine.
  const placesOfSeen = await placesOf(ask, seen)
  const placesOfUnseen = { passersby: await placesOf(ask, passersby), strangers: await placesOf(ask, strangers) }

  it("has sets of one size", () => {
    for (const [name, questions] of Object.entries({ ...sets, passersby, strangers })) {
      assert.lengthOf(questions, SIZE, name)
    }
  })

  it("has the right page first", () => {
    const wrong = placesOfSeen.filter(({ place }) => place !== 0)
    const told = wrong.map(({ first, question }) => `${question}: ${first}`)
    assert.isAtLeast(seen.length - wrong.length, LEAST_RIGHT_SHARE * seen.length, told.join("\n"))
  })

  for (const name of ["passersby", "strangers"] as const) {
    it(`answers questions that nothing was written for, as often as it did: ${name}`, () => {
      const places = placesOfUnseen[name].map(({ place }) => place)
      const least = LEAST_UNSEEN[name]
      assert.isAtLeast(places.filter((place) => place === 0).length, least.first)
      assert.isAtLeast(places.filter((place) => place >= 0 && place < 3).length, least.amongThree)
    })
  }

  it("has questions for pages that there are, each once", () => {
    const asked = globSync("**/*.txt", { cwd: join(root, "packages/site/asked") })
    const pages = new Set(Object.keys(indexes.pages).map((path) => `${path}.txt`))
    assert.deepStrictEqual(asked.filter((file) => !pages.has(file)), [])
    for (const { path, questions = [] } of readPages(root)) {
      assert.strictEqual(new Set(questions).size, questions.length, path)
    }
  })

  it("names only pages that there are", () => {
    const paths = new Set(Object.keys(indexes.pages))
    const lost = [...seen, ...passersby, ...strangers].flatMap(([, right]) => right).filter((path) => !paths.has(path))
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

/** The truth of the frozen pages is what a reader sees in a browser. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { launch, seen } from "./hygiene/judge.ts"
import { held, type HygienePage, known } from "./hygiene/pages.ts"

const minutes = 60_000

describe("the frozen pages of the hygiene bench, in Chromium", { concurrent: false, ...needing("Chromium") }, () => {
  let browser: Awaited<ReturnType<typeof launch>>
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const judge = async (pages: ReadonlyArray<HygienePage>, wanted: "hidden" | "shown" | "later") => {
    const wrong: Array<string> = []
    for (const page of pages) {
      const [sentence = false, ...open] = await seen(browser, page.html, [page.sentence, ...page.open])
      if (open.includes(false)) wrong.push(`${page.name}: an open sentence is not seen`)
      const isSeen = wanted === "later" && page.click !== undefined
        ? sentence || (await seen(browser, page.html, [page.sentence], page.click))[0]
        : sentence
      if (isSeen !== (wanted !== "hidden")) wrong.push(`${page.name}: ${isSeen ? "seen" : "not seen"}`)
    }
    return wrong
  }

  for (const [part, set] of [["known", known], ["held", held]] as const) {
    for (const wanted of ["hidden", "shown", "later"] as const) {
      it(`${wanted}, ${part}`, { timeout: 30 * minutes }, async () => {
        // one site of each kind: the others differ in what is around
        const pages = set[wanted].filter((_, k) => k % 3 === Math.floor(k / 3) % 3)
        assert.deepStrictEqual(await judge(pages, wanted), [])
      })
    }
  }
})

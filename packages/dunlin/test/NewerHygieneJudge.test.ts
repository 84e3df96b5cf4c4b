/** The truth of the newer frozen pages is what a reader sees in a browser; that what is open is seen, the older ones show. */
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { launch, seen } from "./hygiene/judge.ts"
import { type HygienePage, newer } from "./hygiene/pages.ts"

const minutes = 60_000

describe("the newer frozen pages of the hygiene bench, in Chromium", needing("Chromium"), () => {
  const isSeen = async (browser: Awaited<ReturnType<typeof launch>>, page: HygienePage): Promise<boolean> => {
    const [atOnce = false] = await seen(browser, page.html, [page.sentence], undefined, page.script)
    if (atOnce || page.click === undefined) return atOnce
    const [afterClick = false] = await seen(browser, page.html, [page.sentence], page.click, page.script)
    return afterClick
  }

  it("state for each sentence whether it is visible", { timeout: 20 * minutes }, async () => {
    const browser = await launch()
    try {
      const wrong: Array<string> = []
      for (const [wanted, pages] of Object.entries(newer)) {
        // one site of each kind: the others differ in what is around
        for (const page of pages.filter((_, k) => k % 3 === Math.floor(k / 3) % 3)) {
          if (await isSeen(browser, page) !== (wanted !== "hidden")) wrong.push(`${wanted}: ${page.name}`)
        }
      }
      assert.deepStrictEqual(wrong, [])
    } finally {
      await browser.close()
    }
  })
})

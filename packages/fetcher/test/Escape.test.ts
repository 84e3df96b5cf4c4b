import { it } from "@effect/vitest"
import { Effect } from "effect"
import { reachesNothing } from "./attack.ts"
import { browser, withChromium } from "./Chromium.ts"

withChromium("a page", () => {
  it.live(
    "reaches nothing that the guard closes, by no means a document has",
    () => Effect.scoped(reachesNothing(browser))
  )
})

import { it } from "@effect/vitest"
import { Effect } from "effect"
import { reachesNothing } from "./attack.ts"
import { browser, withChromium } from "./Chromium.ts"

withChromium("a page", () => {
  it.live(
    "reaches no blocked address in any way that a document has",
    () => Effect.scoped(reachesNothing(browser))
  )
})

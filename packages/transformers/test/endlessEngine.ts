import type { MarkdownEngine } from "@dunlin/transformers"
import { Effect } from "effect"

/** An engine that comes to no end. */
export const endless: MarkdownEngine.Engine = {
  name: "endless",
  module: { url: import.meta.url, name: "endless" },
  convert: () =>
    Effect.sync(() => {
      while (true) {
        // what only the end of the thread stops
      }
    })
}

import type { SearchEvent } from "@dunlin/pipeline"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll } from "vitest"

interface Progress {
  readonly update: (text: string) => void
  readonly note: (text: string) => void
}

const { drawSearch, withProgress } = await import(
  new URL("../src/internal/cli/progress.ts", import.meta.url).href
) as {
  readonly withProgress: <A>(use: (progress: Progress) => Effect.Effect<A>, kept?: () => string) => Effect.Effect<A>
  readonly drawSearch: (progress: Progress) => (event: SearchEvent.SearchEvent) => void
}

const found: SearchEvent.SearchEvent = {
  _tag: "HitsFound",
  web: 3,
  news: 0,
  images: 0,
  toScrape: 3,
  hits: {
    web: ["Sanderling", "Knot\u001b[2J", "Dunlin"].map((title, index) => ({
      url: `https://example.com/${index}`,
      title,
      description: "",
      position: index + 1
    }))
  }
}
const pages: ReadonlyArray<SearchEvent.SearchEvent> = [
  { _tag: "PageStarted", url: "https://example.com/0" },
  { _tag: "PageFinished", url: "https://example.com/0", document: { markdown: "It has no hind toe." } },
  { _tag: "PageFailed", url: "https://example.com/1", code: "SCRAPE_TIMEOUT", error: "the time was over" }
]

/** Standard error that is such a terminal, or none, and whose words a test reads. */
const listening = (terminal: { readonly isTTY: boolean; readonly rows?: number }) => {
  const stderr = { said: "" }
  const { isTTY, rows, write } = process.stderr
  beforeAll(() => {
    Object.assign(process.stderr, terminal, {
      write: (text: string) => {
        stderr.said += text
        return true
      }
    })
  })
  afterAll(() => {
    Object.assign(process.stderr, { isTTY, rows, write })
  })
  return stderr
}

describe("progress without a terminal", { concurrent: false }, () => {
  const stderr = listening({ isTTY: false })

  it.effect("is a line from time to time", () =>
    Effect.gen(function*() {
      stderr.said = ""
      yield* withProgress((progress) =>
        Effect.forEach(Array.from({ length: 25 }, (_, second) => second), (second) =>
          Effect.andThen(Effect.sync(() => progress.update(`${second} pages`)), TestClock.adjust("1 second")))
      )
      assert.strictEqual(stderr.said, "10 pages\n20 pages\n")
    }))

  it.effect("of a search is the number of pages that were read", () =>
    Effect.gen(function*() {
      stderr.said = ""
      yield* withProgress((progress) => {
        const draw = drawSearch(progress)
        return Effect.forEach([found, ...pages], (event) =>
          Effect.andThen(TestClock.adjust("11 seconds"), Effect.sync(() => draw(event))))
      })
      assert.strictEqual(
        stderr.said,
        "3 results, reading 3 pages\n3 results, reading 3 pages\n1 of 3 pages\n2 of 3 pages, 1 failed\n"
      )
    }))

  it.effect("reports on interruption what was stored", () =>
    Effect.gen(function*() {
      stderr.said = ""
      yield* withProgress(() => Effect.void, () => "kept")
      assert.strictEqual(stderr.said, "")
      const fiber = yield* Effect.forkChild(withProgress(() => Effect.never, () => "kept"), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(stderr.said, "kept\n")
    }))
})

/** What a terminal shows after it was written to: the sequences that progress uses, and no other. */
const screen = (written: string): ReadonlyArray<string> => {
  const lines = [""]
  let row = 0
  for (const [piece] of written.matchAll(/\u001b\[[\d?]*[A-Za-z]|\r|\n|[^\u001b\r\n]+/g)) {
    if (piece === "\u001b[1A") row--
    else if (piece === "\u001b[2K") lines[row] = ""
    else if (piece === "\n") lines[++row] ??= ""
    else if (piece === "\r" || /^\u001b\[(\?7[lh]|\d+m)$/.test(piece)) continue
    else if (piece.startsWith("\u001b")) assert.fail(`the terminal was told ${JSON.stringify(piece)}`)
    else lines[row] += piece
  }
  return lines
}

describe("progress on a terminal", { concurrent: false }, () => {
  const stderr = listening({ isTTY: true, rows: 24 })

  it.effect("is a list that grows, and disappears at the end", () =>
    Effect.gen(function*() {
      stderr.said = ""
      const seen: Array<ReadonlyArray<string>> = []
      yield* withProgress((progress) => {
        const draw = drawSearch(progress)
        return Effect.sync(() => {
          for (const event of [found, ...pages]) {
            draw(event)
            seen.push(screen(stderr.said))
          }
        })
      })
      const heads = ["Sanderling example.com", "Knot example.com", "Dunlin example.com"]
      assert.deepStrictEqual(seen, [
        [...heads.map((head) => `· ${head}`), "3 results, reading 3 pages"],
        [`… ${heads[0]}`, `· ${heads[1]}`, `· ${heads[2]}`, "3 results, reading 3 pages"],
        [`✓ ${heads[0]} 5 words`, `· ${heads[1]}`, `· ${heads[2]}`, "1 of 3 pages"],
        [`✓ ${heads[0]} 5 words`, `✗ ${heads[1]} the time was over`, `· ${heads[2]}`, "2 of 3 pages, 1 failed"]
      ])
      assert.deepStrictEqual(screen(stderr.said), ["", "", "", ""])
    }))

  it.effect("is never higher than the terminal", () =>
    Effect.gen(function*() {
      stderr.said = ""
      process.stderr.rows = 4
      yield* withProgress((progress) => Effect.sync(() => drawSearch(progress)(found)))
      assert.match(stderr.said, /Sanderling[^\n]*\n[^\n]*and 2 more/)
      assert.notInclude(stderr.said, "Knot")
    }))
})

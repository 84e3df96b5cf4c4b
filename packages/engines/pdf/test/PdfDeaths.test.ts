import { PdfError } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"

interface Message {
  readonly kind: string
  readonly [name: string]: unknown
}
interface Ask {
  readonly id: number
  readonly skip: ReadonlyArray<number>
  readonly ahead: boolean
}

// the package does not export it
const { parse } = await import(new URL("../src/internal/process/job.ts", import.meta.url).href) as {
  readonly parse: (request: unknown) => Effect.Effect<{
    readonly markdown: string
    readonly warnings: ReadonlyArray<string>
    readonly truncated: boolean
    readonly numPages: number
  }, PdfError.Reason>
}

const outOfMemory = new PdfError.MemoryLimit({ limit: 1024 })

/** What a process says of page `number`. */
const said = (id: number, number: number, unread: boolean): Message => ({
  kind: "page",
  id,
  page: {
    number,
    markdown: unread ? "" : `Page ${number}.`,
    notes: "",
    glue: "\n\n",
    cut: 0,
    skip: 0,
    needsOcr: false,
    guessed: false,
    unread,
    unseen: [],
    characters: 5,
    width: 612,
    height: 792
  }
})

/** Reads a document of so many pages with processes that die of some of them; `exhausted` dies of those before it. */
const read = Effect.fnUntraced(function*(
  pages: number,
  fatal: ReadonlyArray<number>,
  { exhausted, hasRoom = false }: { readonly exhausted?: number; readonly hasRoom?: boolean } = {}
) {
  const ahead: Array<boolean> = []
  const asked: Array<ReadonlyArray<number>> = []
  const script = ({ id, skip }: Ask): ReadonlyArray<Message | PdfError.Reason> => {
    const messages: Array<Message | PdfError.Reason> = [
      { kind: "opened", id, total: pages, title: undefined, author: undefined, language: undefined }
    ]
    for (let number = 1; number <= pages; number++) {
      const unread = skip.includes(number)
      if (fatal.includes(number) && !unread) return [...messages, outOfMemory]
      if (number === exhausted && asked.length === 1) {
        return [...messages, { kind: "failed", id, tag: "MemoryLimit", detail: "", blame: "process" }]
      }
      messages.push(said(id, number, unread))
    }
    return [...messages, { kind: "done", id, warnings: [], resident: 0 }]
  }
  const use = <A>(job: (child: unknown) => Effect.Effect<A, PdfError.Reason>) =>
    Effect.gen(function*() {
      const messages = yield* Queue.unbounded<Message | PdfError.Reason>()
      return yield* job({
        jobs: 0,
        hasRoom,
        send: (ask: Ask) => {
          asked.push(ask.skip)
          ahead.push(ask.ahead)
          return Queue.offerAll(messages, script(ask))
        },
        receive: Effect.flatMap(Queue.take(messages), (message) =>
          "_tag" in message ? Effect.fail(message) : Effect.succeed(message))
      })
    })
  const told: Array<number> = []
  const document = yield* Effect.result(parse({
    pool: { use },
    bytes: new Uint8Array(),
    mode: "fast",
    maxPages: 10_000,
    memory: 1024,
    millis: 1000,
    deadline: 1000,
    onPage: ({ page }: { readonly page: number }) => Effect.sync(() => told.push(page))
  }))
  return { document, asked, told, ahead }
})

describe("a page that crashes its process", () => {
  it.effect("is skipped in the next process, and reported once", () =>
    Effect.gen(function*() {
      const { asked, document, told } = yield* read(5, [2, 4])
      assert.strictEqual(document._tag, "Success")
      if (document._tag !== "Success") return
      assert.strictEqual(document.success.markdown, "Page 1.\n\nPage 3.\n\nPage 5.")
      assert.deepStrictEqual(document.success.warnings, ["Page 2 could not be read.", "Page 4 could not be read."])
      assert.deepStrictEqual([document.success.numPages, document.success.truncated], [5, false])
      assert.deepStrictEqual(asked, [[], [2], [2, 4]])
      assert.deepStrictEqual(told, [1, 2, 3, 4, 5])
    }))

  it.effect("is not the cause if earlier pages used up the memory", () =>
    Effect.gen(function*() {
      const { asked, document } = yield* read(3, [], { exhausted: 2 })
      assert.strictEqual(document._tag, "Success")
      if (document._tag !== "Success") return
      assert.strictEqual(document.success.markdown, "Page 1.\n\nPage 2.\n\nPage 3.")
      assert.deepStrictEqual(document.success.warnings, [])
      assert.deepStrictEqual(asked, [[], []])
    }))

  it.effect("is found by a process that does not read ahead", () =>
    Effect.gen(function*() {
      const { ahead, asked, document } = yield* read(3, [2], { hasRoom: true })
      assert.strictEqual(document._tag, "Success")
      if (document._tag !== "Success") return
      assert.strictEqual(document.success.markdown, "Page 1.\n\nPage 3.")
      assert.deepStrictEqual(asked, [[], [], [2]])
      assert.deepStrictEqual(ahead, [true, false, false])
    }))

  it.effect("ends the document after too many crashes, with the finished pages", () =>
    Effect.gen(function*() {
      const fatal = Array.from({ length: 30 }, (_, k) => k + 2)
      const { asked, document } = yield* read(40, fatal)
      assert.strictEqual(document._tag, "Success")
      if (document._tag !== "Success") return
      assert.strictEqual(asked.length, 9)
      assert.isTrue(document.success.truncated)
      assert.strictEqual(document.success.markdown, "Page 1.")
      assert.include(
        document.success.warnings.join("\n"),
        "The PDF was read only up to page 9: the next page needs too much memory."
      )
    }))

  it.effect("is the reported reason if there is no other", () =>
    Effect.gen(function*() {
      const { asked, document } = yield* read(1, [1])
      assert.strictEqual(document._tag, "Failure")
      assert.deepStrictEqual(asked, [[]])
    }))
})

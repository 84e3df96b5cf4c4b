// What no document takes of its host: time without end, more memory than there is, the secrets of its environment.
import { PdfEngine, PdfJs } from "@dunlin/pdf"
import { endlessForms, endlessPage, line, type PageSource, stream, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { readdirSync, readFileSync } from "node:fs"
import { needing } from "../../../common/test/components.ts"

/** Far more pages without end than any machine reads while a few words are read beside them. */
const endlessPages: ReadonlyArray<PageSource> = Array.from({ length: 1000 }, () => endlessPage)

describe("a document without end", () => {
  it.effect("does not make other documents wait, even above the number of processes", () =>
    Effect.gen(function*() {
      const engine = yield* PdfJs.make({ processes: 2 })
      const endless = write([{ content: line("The first page.", 72, 90) }, ...endlessPages], endlessForms)
      const begun = yield* Effect.forEach([1, 2, 3], () => Deferred.make<void>())
      const running = yield* Effect.forkChild(
        Effect.forEach(begun, (first) =>
          engine.parse(endless, { mode: "fast", onPage: () => Deferred.succeed(first, undefined) }), {
          concurrency: "unbounded"
        })
      )
      yield* Effect.forEach(begun, Deferred.await, { concurrency: "unbounded" })
      const document = yield* engine.parse(write([{ content: line("Served beside.", 72, 90) }]), { mode: "fast" })
      assert.strictEqual(document.markdown, "Served beside.")
      assert.isUndefined(running.pollUnsafe())
      yield* Fiber.interrupt(running)
    }))

  it.effect("returns the finished pages at the timeout", () =>
    Effect.gen(function*() {
      const engine = yield* PdfJs.make({ processes: 1 })
      const bytes = write([{ content: line("The first page.", 72, 90) }, ...endlessPages], endlessForms)
      const document = yield* engine.parse(bytes, {
        mode: "fast",
        timeout: "10 seconds",
        onPage: () => TestClock.adjust("10 seconds")
      })
      assert.strictEqual(document.markdown, "The first page.")
      assert.strictEqual(document.totalPages, 1001)
      assert.isTrue(document.truncated)
      assert.deepStrictEqual(document.warnings, ["The PDF was read only up to page 1: the time limit was reached."])
    }))

  it.effect("fails if no page is finished at the timeout", () =>
    Effect.gen(function*() {
      const engine = yield* PdfJs.make({ processes: 1 })
      const parse = engine.parse(write(endlessPages, endlessForms), { mode: "fast", timeout: "10 seconds" })
      const fiber = yield* Effect.forkChild(Effect.flip(parse), { startImmediately: true })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "Timeout")
    }))
})

/** Forms without end whose names begin with a letter: the last of them draws something. */
const forms = (from: number, last: string): ReadonlyArray<Uint8Array> =>
  Array.from({ length: 20 }, (_, k) => {
    const resources = k < 19 ? `/XObject<</X ${from + k + 1} 0 R>>` : "/Font<</F1 3 0 R>>"
    const entries = `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<<${resources}>>`
    return stream(entries, Buffer.from(k < 19 ? "/X Do ".repeat(10) : last))
  })

describe("a page that needs too much memory", () => {
  const [first, middle, last] = ["first", "middle", "last"].map((word) => ({
    content: line(`The ${word} page.`, 72, 90)
  }))
  // the points of paths are kept outside of the heap, and five of them come of one rectangle
  const path = `${"9 9 9 9 re ".repeat(300)}S `
  const bytes = write([first!, { content: "/Letters Do" }, middle!, { content: "/Paths Do" }, last!], {
    resources: "/XObject<</Letters 100 0 R/Paths 120 0 R>>",
    objects: [...forms(100, line("x", 50, 50).repeat(20)), ...forms(120, path.repeat(20))]
  })

  // the least, one between and the most, each with an engine of its own; it takes a processor longer the more there is to fill
  for (const memory of [256, 512, 2048]) {
    it.effect(`is the only omitted page, with ${memory} MiB`, () =>
      Effect.gen(function*() {
        const engine = yield* PdfJs.make({ processes: 1, memory: memory * 1024 * 1024 })
        const document = yield* engine.parse(bytes, { mode: "fast" })
        assert.strictEqual(document.markdown, "The first page.\n\nThe middle page.\n\nThe last page.")
        assert.deepStrictEqual([document.numPages, document.totalPages, document.truncated], [5, 5, false])
        assert.deepStrictEqual(document.warnings, ["Page 2 could not be read.", "Page 4 could not be read."])
      }))
  }
})

/** What /proc says of a process; nothing of one that has ended meanwhile. */
const told = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return ""
  }
}

describe("the environment of a parser process", needing("Linux"), () => {
  it.layer(PdfJs.layer({ processes: 1 }), { timeout: "10 minutes" })("secrets", (it) => {
    it.effect("does not contain the host's secrets", () =>
      Effect.gen(function*() {
        yield* PdfEngine.PdfEngine.use((engine) =>
          engine.parse(write([{ content: line("x", 72, 90) }]), { mode: "fast" })
        )
        const commands = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).filter((pid) =>
          Number(/\) \S (\d+)/.exec(told(pid, "stat"))?.[1]) === process.pid &&
          told(pid, "cmdline").includes("internal/process/child")
        )
        assert.isAbove(commands.length, 0)
        for (const pid of commands) {
          const names = told(pid, "environ").split("\0").map((entry) => entry.split("=")[0])
            .filter(Boolean)
          const ours = new Set(["NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "NODE_COMPILE_CACHE"])
          assert.deepStrictEqual(names.filter((name) => !ours.has(name!)), [])
        }
      }))
  })
})

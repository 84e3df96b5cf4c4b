import { line, write } from "@dunlin/pdf/PdfTesting"
import { assert, describe, it } from "@effect/vitest"
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"

// the package does not export them
const internal = (path: string) => new URL(`../src/internal/${path}.ts`, import.meta.url)
const { Ahead } = await import(internal("process/ahead").href) as {
  readonly Ahead: new(
    thread: { readonly isReady: () => boolean; readonly say: (message: Message) => void },
    bytes: Uint8Array,
    pages: number
  ) => {
    readonly id: number
    readonly take: (number: number) => unknown
    readonly claim: () => number | undefined
    readonly keep: (number: number, outcome: "broken") => void
    readonly hear: (message: unknown) => void
    readonly close: () => void
  }
}
const { fromPacked, toPacked } = await import(internal("process/packed").href) as {
  readonly toPacked: (content: unknown) => unknown
  readonly fromPacked: (packed: unknown) => unknown
}

interface Message {
  readonly kind: string
  readonly pages?: ReadonlyArray<number>
}

const thread = () => {
  const said: Array<Message> = []
  const state = { isReady: true }
  return { said, state, channel: { isReady: () => state.isReady, say: (message: Message) => said.push(message) } }
}

const regular = { name: "Serif", bold: false, italic: false, mono: false, math: false }
const bold = { ...regular, name: "Serif-Bold", bold: true }
const word = (text: string, index: number, font = regular) => ({
  text,
  x0: 10.5 * index,
  x1: 10.5 * index + 9,
  y: 100.25,
  size: 10,
  angle: 0,
  font,
  spaced: index % 2 === 1,
  index,
  mark: index - 2
})

const content = {
  number: 7,
  width: 612,
  height: 792,
  words: [word("A", 0), word("bold", 1, bold), word("word", 2), word("🙂", 3, bold)],
  horizontal: [{ from: 1, to: 2, at: 3 }],
  vertical: [{ from: 4, to: 5, at: 6 }, { from: 7, to: 8, at: 9 }],
  boxes: [{ x0: 1, y0: 2, x1: 3, y1: 4 }],
  dots: [{ x: 5, y: 6, width: 2 }],
  pictures: 0.25,
  paths: 12,
  links: [{ x0: 0, y0: 1, x1: 2, y1: 3, url: "https://example.com/" }],
  tree: { role: "Root", children: [{ type: "content", id: "p1" }] },
  unseen: new Map([["color", 3]])
}

describe("a page that is sent between threads", () => {
  it("is the same on both sides", () => {
    assert.deepStrictEqual(fromPacked(structuredClone(toPacked(content))), content)
    const empty = { ...content, words: [], horizontal: [], vertical: [], boxes: [], dots: [] }
    assert.deepStrictEqual(fromPacked(structuredClone(toPacked(empty))), empty)
  })
})

describe("a thread that reads ahead", () => {
  it("reads a few pages ahead, and returns them in any order", () => {
    const { channel, said } = thread()
    const ahead = new Ahead(channel, new Uint8Array(4), 10)
    assert.isUndefined(ahead.take(1))
    assert.deepStrictEqual(said.map(({ kind, pages }) => [kind, pages]), [["open", undefined], ["read", [1, 2, 3]]])
    assert.strictEqual(ahead.claim(), 4)
    ahead.keep(4, "broken")
    ahead.hear({ kind: "page", id: ahead.id, number: 2, packed: toPacked(content), lacksLinks: false })
    assert.deepStrictEqual(said.at(-1), { kind: "read", pages: [5] })
    assert.isUndefined(ahead.take(1))
    ahead.hear({ kind: "broken", id: ahead.id, number: 1 })
    assert.strictEqual(ahead.take(1), "broken")
    assert.deepStrictEqual(ahead.take(2), { content, lacksLinks: false })
    assert.strictEqual(ahead.take(4), "broken")
    ahead.close()
    assert.deepStrictEqual(said.at(-1), { kind: "close" })
  })

  it("is not used before it is ready", () => {
    const { channel, said, state } = thread()
    state.isReady = false
    const ahead = new Ahead(channel, new Uint8Array(4), 3)
    assert.isUndefined(ahead.take(1))
    assert.deepStrictEqual([ahead.claim(), ahead.claim(), ahead.claim(), ahead.claim()], [1, 2, 3, undefined])
    ahead.close()
    assert.deepStrictEqual(said, [])
  })

  it("returns what it cannot read, and all pending pages when it ends", () => {
    const { channel, said, state } = thread()
    const ahead = new Ahead(channel, new Uint8Array(4), 4)
    ahead.take(1)
    assert.strictEqual(ahead.claim(), 4)
    assert.isUndefined(ahead.claim())
    ahead.hear({ kind: "returned", id: ahead.id, number: 2 })
    assert.strictEqual(ahead.claim(), 2)
    state.isReady = false
    ahead.hear(undefined)
    assert.deepStrictEqual([ahead.claim(), ahead.claim(), ahead.claim()], [1, 3, undefined])
    assert.strictEqual(said.length, 2)
  })

  it("ignores messages about earlier documents", () => {
    const { channel } = thread()
    const ahead = new Ahead(channel, new Uint8Array(4), 2)
    ahead.hear({ kind: "broken", id: ahead.id - 1, number: 1 })
    assert.isUndefined(ahead.take(1))
  })

  it("never reads far ahead of the layout", () => {
    const { channel } = thread()
    const ahead = new Ahead(channel, new Uint8Array(4), 10_000)
    ahead.take(1)
    let claimed = 0
    while (ahead.claim() !== undefined) claimed++
    assert.isBelow(claimed, 100)
  })
})

/** Headings, columns of numbers and running heads on every page, so that each depends on those before it. */
const long = (pages: number): Uint8Array =>
  write(Array.from({ length: pages }, (_, page) => ({
    content: [
      line("A title that runs over every page", 72, 760, 8),
      line(`${page + 1}`, 300, 30, 8),
      ...page % 5 === 0 ? [line(`${1 + page / 5} Section of the text`, 72, 720, 16, "F2")] : [],
      ...Array.from({ length: 20 }, (_, k) =>
        line(`Line ${k} of page ${page} says something else.`, 72, 680 - 13 * k, 10)),
      ...Array.from({ length: 6 }, (_, k) =>
        line(`row ${k}`, 80, 380 - 14 * k, 10) + line(`${page}.${k}`, 240, 380 - 14 * k, 10) +
        line(`${k * 7}`, 340, 380 - 14 * k, 10))
    ].join("\n")
  })))

/** The pages of documents that one process reads one after the other. */
const readAll = (documents: ReadonlyArray<Uint8Array>, ahead: boolean): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const memory = 1024 * 1024 * 1024
    const child = fork(fileURLToPath(internal("process/child")), ["pdfjs", String(memory), "", "", ""], {
      execArgv: ["--no-warnings"],
      serialization: "advanced"
    })
    const read: Array<string> = []
    let pages = new Map<number, unknown>()
    const next = () => {
      const bytes = documents[read.length]
      if (bytes === undefined) {
        child.kill("SIGKILL")
        return resolve(read)
      }
      child.send({ kind: "parse", id: read.length, bytes, maxPages: 10_000, skip: [], ahead })
    }
    child.once("error", reject)
    child.on("message", (message: { readonly kind: string; readonly [name: string]: unknown }) => {
      if (message.kind === "ready") next()
      else if (message.kind === "failed") reject(new Error(String(message.detail)))
      else if (message.kind === "page") {
        const page = message.page as { readonly number: number }
        pages.set(page.number, page)
      } else if (message.kind === "settled") {
        for (const page of message.pages as ReadonlyArray<{ readonly number: number }>) pages.set(page.number, page)
      } else if (message.kind === "done") {
        read.push(JSON.stringify([...pages.values()]))
        pages = new Map()
        next()
      }
    })
  })

describe("a long document", () => {
  it("is the same, read by one thread and by two", async () => {
    const documents = [long(120), long(30), long(60)]
    const alone = await readAll(documents, false)
    assert.deepStrictEqual(await readAll(documents, true), alone)
    assert.include(alone[0], "Section of the text")
  })
})

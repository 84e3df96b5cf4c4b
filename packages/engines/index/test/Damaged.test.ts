import { StorageError } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { Builder } from "../src/internal/analyze.ts"
import * as Segment from "../src/internal/segment.ts"

/** A segment of a few pages, as it is stored. */
const packed = () => {
  const builder = new Builder()
  for (let at = 0; at < 5; at++) {
    const body = `waders and gulls on page${at} of the shore ${"and more waders ".repeat(at)}`
    builder.add(at + 1, { url: `https://pages.example/${at}`, title: `Page ${at}`, body, images: [] }, "en")
  }
  return builder.pack()
}

const readAll = ({ blocks, directory, entries, spellings }: Segment.Packed) => {
  Segment.readDocuments(entries)
  Segment.readDirectory(directory)
  Segment.eachSpelling(spellings, () => {})
  for (const block of blocks) for (const place of Segment.readBlock(block).values()) Segment.readList(block, place)
}

describe("a damaged segment", () => {
  it("is read completely or reported, wherever a byte changed", () => {
    const stored = packed()
    let reported = 0
    const check = (damaged: Segment.Packed) => {
      try {
        readAll(damaged)
      } catch (cause) {
        assert.instanceOf(cause, StorageError)
        reported++
      }
    }
    const parts = {
      entries: stored.entries,
      directory: stored.directory,
      spellings: stored.spellings,
      blocks: stored.blocks[0]!
    }
    for (const [name, part] of Object.entries(parts)) {
      for (let at = 0; at < part.length; at++) {
        const changed = Uint8Array.from(part)
        changed[at] = 0xff
        const cut = part.slice(0, at)
        for (const bytes of [changed, cut]) check({ ...stored, [name]: name === "blocks" ? [bytes] : bytes })
      }
    }
    assert.isAbove(reported, 100)
  })
})

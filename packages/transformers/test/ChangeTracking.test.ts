import { ChangeTracking } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const version = (markdown: string, fields: Partial<ChangeTracking.Version> = {}): ChangeTracking.Version => ({
  at: 0,
  markdown,
  present: true,
  ...fields
})

const gitHunks = (before: string, after: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-diff-"))
  try {
    writeFileSync(join(folder, "a"), before)
    writeFileSync(join(folder, "b"), after)
    try {
      execFileSync("git", [
        "diff",
        "--no-index",
        "--no-color",
        "a",
        "b"
      ], {
        cwd: folder,
        encoding: "utf8"
      })
      return ""
    } catch (error) {
      return hunks((error as { readonly stdout: string }).stdout)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// The words that git writes behind `@@` are a guess at the enclosing function, not part of the hunk.
const hunks = (text: string): string =>
  text.split("\n").slice(text.split("\n").findIndex((line) => line.startsWith("@@")))
    .map((line) => line.replace(/^(@@ .* @@).*$/, "$1")).join("\n").trimEnd()

describe("compare", () => {
  it("reports new, same, changed, and removed", () => {
    const old = version("# A\n\ntext", { at: 1_000 })
    assert.deepEqual(ChangeTracking.compare(undefined, old, []), {
      previousScrapeAt: null,
      changeStatus: "new",
      visibility: "visible"
    })
    assert.deepInclude(ChangeTracking.compare(old, version("# A  \r\n\r\ntext\n"), ["git-diff"]), {
      changeStatus: "same",
      previousScrapeAt: "1970-01-01T00:00:01.000Z"
    })
    assert.strictEqual(ChangeTracking.compare(old, version("# A\n\nother"), []).changeStatus, "changed")
    assert.deepInclude(ChangeTracking.compare(old, version("", { present: false }), ["git-diff"]), {
      changeStatus: "removed",
      visibility: "hidden"
    })
    assert.strictEqual(ChangeTracking.compare(version("", { present: false }), old, []).changeStatus, "new")
  })

  it("counts a new order, or one changed digit, as a change", () => {
    assert.strictEqual(ChangeTracking.compare(version("a\nb"), version("b\na"), []).changeStatus, "changed")
    assert.strictEqual(ChangeTracking.compare(version("12"), version("21"), []).changeStatus, "changed")
  })

  it("returns the diff as text and as data", () => {
    const { diff } = ChangeTracking.compare(version("a\nb\nc"), version("a\nB\nc"), ["git-diff"])
    assert.strictEqual(diff?.text.trimEnd(), "--- previous\n+++ current\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c")
    assert.deepEqual(diff?.json.files[0]?.chunks, [{
      content: "@@ -1,3 +1,3 @@",
      changes: [
        { type: "normal", normal: true, content: " a", ln1: 1, ln2: 1 },
        { type: "del", content: "-b", ln: 2 },
        { type: "add", content: "+B", ln: 2 },
        { type: "normal", normal: true, content: " c", ln1: 3, ln2: 3 }
      ]
    }])
  })

  it("reports changed fields only, in any order of keys", () => {
    const result = ChangeTracking.compare(
      version("a", { json: { price: 1, tags: { x: 1, y: 2 }, gone: true } }),
      version("a", { json: { tags: { y: 2, x: 1 }, price: 2 } }),
      ["json"]
    )
    assert.deepEqual(result.json, { price: { previous: 1, current: 2 }, gone: { previous: true, current: null } })
  })

  it("does not count another parse of the same text as a change", () => {
    const result = ChangeTracking.compare(
      version("a", { json: { name: "Cup" } }),
      version("a", { json: { name: "A cup" }, isJsonRead: true }),
      ["json"]
    )
    assert.strictEqual(result.changeStatus, "same")
  })
})

describe("diff", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d", "", "- item", "# head"), { minLength: 1, maxLength: 30 })

  it("has the hunks of git for any texts", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const left = `${before.join("\n")}\n`
        const right = `${after.join("\n")}\n`
        const own = left === right ? "" : hunks(ChangeTracking.diff(left, right).text)
        const git = gitHunks(left, right)
        assert.strictEqual(own, git)
      }),
      { numRuns: 40 }
    )
  })

  it("has the hunks of git for 200 versions of pages", () => {
    const word = fc.constantFrom(
      ..."harbour berth night price summer winter boat crane quay water office member guest season metre".split(" ")
    )
    const sentence = fc.array(word, { minLength: 4, maxLength: 9 }).map((words) => `${words.join(" ")}.`)
    // Short entries repeat, as they do in price lists and time tables.
    const entry = fc.tuple(word, fc.nat(6)).map(([name, price]) => `${name}: ${price}`)
    const list = fc.array(entry, { minLength: 2, maxLength: 8 }).map((entries) => entries.map((text) => `- ${text}`))
    const nested = fc.array(fc.tuple(entry, entry), { minLength: 1, maxLength: 4 }).map((entries) =>
      entries.flatMap(([one, two]) => [`- ${one}`, `  - ${two}`])
    )
    const table = fc.array(fc.tuple(word, fc.nat(4)), { minLength: 2, maxLength: 8 }).map((rows) => [
      "| Name | Price |",
      "| --- | --- |",
      ...rows.map(([name, price]) => `| ${name} | ${price} |`)
    ])
    const section = fc.tuple(
      word,
      fc.array(fc.oneof(sentence.map((text) => [text]), list, nested, table), {
        minLength: 1,
        maxLength: 5
      })
    ).map(([title, blocks]) => [`## ${title}`, ...blocks].map((block) => [block].flat().join("\n")))
    const edit = fc.record({
      kind: fc.constantFrom("remove", "insert", "repeat", "replace", "word", "move"),
      at: fc.nat(),
      to: fc.nat(),
      line: fc.oneof(sentence, entry.map((text) => `- ${text}`), fc.constant(""))
    })
    const version = fc.record({
      sections: fc.array(section, { minLength: 2, maxLength: 9 }),
      edits: fc.array(edit, { minLength: 1, maxLength: 5 })
    }).map(({ edits, sections }) => {
      const before = sections.flat().join("\n\n").split("\n")
      const after = [...before]
      for (const { at, kind, line, to } of edits) {
        const index = at % Math.max(1, after.length)
        if (kind === "remove") after.splice(index, 1 + to % 4)
        else if (kind === "insert") after.splice(index, 0, line, ...(to % 2 === 0 ? [""] : []))
        else if (kind === "repeat") after.splice(index, 0, ...after.slice(index, index + 1 + to % 5))
        else if (kind === "replace") after[index] = line
        else if (kind === "word") after[index] = after[index]!.replace(/\w+/, String(to % 100))
        else after.splice(to % after.length, 0, ...after.splice(index, 1 + to % 3))
      }
      return { before: `${before.join("\n")}\n`, after: `${after.join("\n")}\n` }
    })
    const pairs = fc.sample(version, { numRuns: 200, seed: 20261120 })
    const other = pairs.filter(({ after, before }) =>
      (before === after ? "" : hunks(ChangeTracking.diff(before, after).text)) !== gitHunks(before, after)
    )
    assert.deepEqual(other, [])
  })

  it(
    "has the hunks of git for long texts with moved or repeated lines",
    () => {
      const next = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
      const few = (kinds: number, seed: number) => {
        const random = next(seed)
        return Array.from({ length: 20_000 }, () => `${Math.floor(random() * kinds)}`)
      }
      const lines = Array.from({ length: 20_000 }, (_, index) => `- Entry ${index}`)
      const random = next(11)
      const shuffled = lines.map((line) => ({ line, order: random() })).toSorted((left, right) =>
        left.order - right.order
      )
        .map(({ line }) => line)
      const pairs = [
        [lines, shuffled],
        [lines, lines.toReversed()],
        [lines, [...lines.slice(12_000), ...lines.slice(0, 12_000)]],
        [few(10, 1), few(10, 2)],
        [few(1000, 3), few(1000, 4)],
        [few(20_000, 5), few(20_000, 6)]
      ] as const
      for (const [before, after] of pairs) {
        const left = `${before.join("\n")}\n`
        const right = `${after.join("\n")}\n`
        // Not compared by an assertion: it would write both texts out.
        assert.isTrue(hunks(ChangeTracking.diff(left, right).text) === gitHunks(left, right))
      }
    }
  )

  it("turns the first text into the second, even if not in the shortest way", () => {
    const next = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    for (const [kinds, count] of [[2, 150_000], [300, 150_000], [150_000, 150_000]] as const) {
      const random = next(kinds)
      const text = () => `${Array.from({ length: count }, () => Math.floor(random() * kinds)).join("\n")}\n`
      const [before, after] = [text(), text()]
      const { json } = ChangeTracking.diff(before, after)
      const old = before.split("\n")
      const made: Array<string> = []
      let at = 0
      for (const { changes, content } of json.files[0]!.chunks) {
        const start = Number(/^@@ -(\d+)/.exec(content)![1]) - 1
        while (at < start) made.push(old[at++]!)
        for (const change of changes) {
          if (change.type !== "add") assert.strictEqual(`${change.content.slice(1)}`, old[at++])
          if (change.type !== "del") made.push(change.content.slice(1))
        }
      }
      while (at < old.length) made.push(old[at++]!)
      assert.isTrue(made.join("\n") === after)
    }
  })

  it("reports that texts too long for a diff changed", () => {
    const long = "a line of a page\n".repeat(300_000)
    const result = ChangeTracking.compare(version(long), version(`${long}b`), ["git-diff"])
    assert.strictEqual(result.changeStatus, "changed")
    assert.isUndefined(result.diff)
  })

  it("compares texts that have nothing in common", () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `a${index}`).join("\n")
    const after = Array.from({ length: 30_000 }, (_, index) => `b${index}`).join("\n")
    const { json } = ChangeTracking.diff(`${before}\n`, `${after}\n`)
    assert.strictEqual(json.files[0]?.chunks[0]?.changes.length, 60_000)
  })
})

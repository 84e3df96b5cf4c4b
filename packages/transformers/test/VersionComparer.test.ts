import { ChangeTracking, VersionComparer } from "@dunlin/transformers"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const version = (markdown: string): ChangeTracking.Version => ({ at: 0, markdown, present: true })

const lines = (count: number, changed: number) =>
  Array.from({ length: count }, (_, line) => line === changed ? "Another line of the page" : `Line ${line} of the page`)
    .join("\n")

/** Compares with a layer, and tells how many threads were started meanwhile. */
const compared = Effect.fnUntraced(
  function*(previous: string, current: string, modes: ReadonlyArray<"git-diff" | "json">) {
    let threads = 0
    const count = () => void threads++
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("worker", count)),
      () => Effect.sync(() => process.off("worker", count))
    )
    const compare = yield* VersionComparer.VersionComparer
    const result = yield* compare({ previous: version(previous), current: version(current), modes })
    return { result, threads }
  },
  Effect.provide(VersionComparer.layer),
  Effect.scoped
)

it.live("compares long versions in a thread, and short ones directly", () =>
  Effect.gen(function*() {
    const [before, after] = [lines(20_000, 7), lines(20_000, 19_000)]
    const long = yield* compared(before, after, ["git-diff"])
    assert.strictEqual(long.threads, 1)
    assert.deepStrictEqual(long.result, ChangeTracking.compare(version(before), version(after), ["git-diff"]))
    assert.strictEqual(long.result.diff?.json.files[0]?.chunks.length, 2)
    assert.strictEqual((yield* compared(before, after, [])).threads, 0)
    assert.strictEqual((yield* compared(lines(9, 1), lines(9, 2), ["git-diff"])).threads, 0)
  }))

it("reports a change if the diff is too long", () => {
  const changed = (letter: string) => version(`${letter.repeat(99)}\n`.repeat(12_000))
  const result = ChangeTracking.compare(changed("a"), changed("b"), ["git-diff"])
  assert.strictEqual(result.changeStatus, "changed")
  assert.isUndefined(result.diff)
})

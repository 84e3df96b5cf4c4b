// A process of its own, for Heap.test.ts: makes much of which little is kept, in turns, and tells how large its nursery is.
import { setImmediate as nextTurn } from "node:timers/promises"
import { getHeapSpaceStatistics } from "node:v8"

const Heap = await import(new URL("../src/internal/heap.ts", import.meta.url).href) as {
  readonly keepSmall: () => void
  readonly settle: () => void
}

const turns = 300
const madeInTurn = 20_000
const mostKept = 50_000

if (process.argv[2] === "bounded") {
  Heap.keepSmall()
  Heap.settle()
}
let kept: Array<object> = []
for (let turn = 0; turn < turns; turn++) {
  for (let at = 0; at < madeInTurn; at++) kept.push({ at, of: [turn] })
  if (kept.length > mostKept) kept = kept.slice(mostKept / 2)
  await nextTurn()
}
console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")!.space_size)
process.exit()

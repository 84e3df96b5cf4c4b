/** Loads the HTML engine with changed numbers, reads the golden pages, and reports the first one that differs. */
import { createHash } from "node:crypto"
import { parentPort, workerData } from "node:worker_threads"
import { isEndless, outcome, rewrite, type Verdict, withNumbers } from "../numbers.ts"
import type { FreshJob } from "./fresh.ts"
import { readings, rooms } from "./readings.ts"

const { expected, first, values } = workerData as FreshJob

const verdictOf = async (): Promise<Verdict> => {
  rewrite(rooms, (source, url) => withNumbers(source, url, values))
  let all
  try {
    all = (await readings()).filter(({ name }) => expected.has(name))
  } catch (error) {
    return { is: "broken", by: "loading", fault: String(error) }
  }
  const order = [...all.filter(({ name }) => name === first), ...all.filter(({ name }) => name !== first)]
  let broken: Verdict | undefined
  for (const reading of order) {
    const found = outcome(reading)
    if ("fault" in found) {
      broken ??= { is: "broken", by: reading.name, fault: found.fault }
      if (isEndless(found.fault)) break
    } else if (createHash("sha256").update(found.text).digest("hex") !== expected.get(reading.name)) {
      return { is: "held", by: reading.name }
    }
  }
  return broken ?? { is: "loose" }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort!.postMessage(await verdictOf())

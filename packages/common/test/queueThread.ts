/** A thread of the tests: sums bytes, or exits. */
import * as ThreadQueues from "@dunlin/common/ThreadQueues"

export interface Job {
  readonly kind: "sum" | "exit"
  readonly bytes: Uint8Array
}

ThreadQueues.serve<Job, number>(({ bytes, kind }) => {
  if (kind === "exit") process.exit()
  return bytes.reduce((sum, byte) => sum + byte, 0)
})

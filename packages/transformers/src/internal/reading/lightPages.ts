/** Parses small HTML pages in threads while the calling thread is busy, so that a crawl uses two CPUs. */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as ThreadQueues from "@dunlin/common/ThreadQueues"
import type * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import { Crashed, TransformError } from "../../TransformError.ts"
import type { Done, Job } from "./formats.ts"

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/reading/lightPages" }

/** Enough for small pages. */
const MAX_HEAP_MIB = 256

/** A transfer moves the whole buffer, so the bytes are copied. */
const messageOf = (job: Job) => {
  const body = new Uint8Array(job.body)
  return [{ ...job, body }, [body.buffer]] as const
}

const crashed = (cause: Threads.ThreadEnded) => new TransformError({ reason: new Crashed({ cause }) })

/** A page whose thread ended may be the cause, so `again` parses it in a separate thread. */
export const make = Effect.fnUntraced(function*(threads: number | undefined) {
  const context = yield* Effect.context<never>()
  const queues = yield* ThreadQueues.make<Job, Done>({
    entry: PackageFile.module(asker, "internal/reading/lightThread"),
    size: threads,
    maxHeap: MAX_HEAP_MIB,
    messageOf,
    onOff: (why) =>
      void Effect.runForkWith(context)(
        Effect.logWarning(`HTML is parsed only on the main thread, because worker threads cannot start: ${why}`)
      )
  })
  return (job: Job, ways: ThreadQueues.Ways<Done, TransformError, never>): Effect.Effect<Done, TransformError> =>
    Effect.catchTag(queues.run(job, ways), "ThreadEnded", (cause) => Effect.fail(crashed(cause)))
})

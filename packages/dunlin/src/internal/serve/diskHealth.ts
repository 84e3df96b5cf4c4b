/** Whether the data folder can be written, and how much room its disk has. */
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { statfs, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** A disk with less room than this counts as full: SQLite needs some for its log even to delete. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Written and deleted at once: more than a file system keeps beside its directory. */
const PROBE_BYTES = Buffer.alloc(4096)

const free = Metric.gauge("dunlin_disk_free_bytes", {
  description: "Room on the disk of the data folder that this program may use"
})
const size = Metric.gauge("dunlin_disk_size_bytes", { description: "Size of the disk of the data folder" })

class NoRoom extends Error {
  readonly code = "ENOSPC"
}

const written = async (file: string) => {
  await writeFile(file, PROBE_BYTES)
  await unlink(file)
}

/** Fails when the folder cannot be written, or its disk is all but full. */
const probe = (folder: string) =>
  Effect.gen(function*() {
    const { bavail, blocks, bsize } = yield* Effect.tryPromise({ try: () => statfs(folder), catch: (cause) => cause })
    yield* Metric.update(free, bavail * bsize)
    yield* Metric.update(size, blocks * bsize)
    if (bavail * bsize < MIN_FREE_BYTES) return yield* Effect.fail(new NoRoom())
    const file = join(folder, `.probe-${process.pid}`)
    yield* Effect.tryPromise({ try: () => written(file), catch: (cause) => cause })
  })

/** Watches the data folder as long as the layer lives. */
export const diskHealth = (options: {
  readonly data: string
  /** Whether accounts and jobs are kept there, so that requests fail without it. */
  readonly isEssential: boolean
}): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const part = yield* Health.part({
      part: "disk",
      use: "data",
      consequence: options.isEssential
        ? "accounts and jobs cannot be written: requests return 503"
        : "files, profiles and the index cannot be written",
      isEssential: options.isEssential,
      slowAfter: "2 seconds",
      isWatched: true,
      faultOf: Fault.from,
      probe: () => probe(options.data)
    })
    // The room is known before the first look of the watch.
    yield* Effect.forkScoped(Effect.ignore(part.observe(probe(options.data))))
  }))

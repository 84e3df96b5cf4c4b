/** Whether the data folder can be written, and how much room its disk has. */
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { statfs, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** A disk with less room than this counts as full: SQLite needs some for its log even to delete. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** Written and deleted at once: more than a file system keeps beside its directory. */
const PROBE_BYTES = Buffer.alloc(4096)

/** A file of one block is written and deleted in milliseconds. Below the limit of a probe, so that slow is not silent. */
const SLOW_AFTER = "500 millis"

const free = Metric.gauge("dunlin_disk_free_bytes", {
  description: "Room on the disk of the data folder that this program may use"
})
const size = Metric.gauge("dunlin_disk_size_bytes", { description: "Size of the disk of the data folder" })

class NoRoom extends Error {
  readonly code = "ENOSPC"
}

interface Room {
  readonly free: number
  readonly size: number
}

/** What is used of a disk. Tests provide one that fails. */
export const Disk = Context.Reference<{
  readonly room: (folder: string) => Promise<Room>
  /** Writes a file and deletes it. */
  readonly write: (file: string) => Promise<void>
}>("dunlin/serve/Disk", {
  defaultValue: () => ({
    room: async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, size: blocks * bsize }
    },
    write: async (file) => {
      await writeFile(file, PROBE_BYTES)
      await unlink(file)
    }
  })
})

/** A call waits this long for a thread of a busy process, or for its disk, until the disk counts as silent. */
const SILENT_AFTER_MS = 6000

/** A probe that is not answered within this time says nothing yet. It is shorter than the limit of a probe. */
const UNKNOWN_AFTER = "1900 millis"

/**
 * Fails when the folder cannot be written, or its disk is all but full. A disk that hangs keeps a thread of Node for each
 * call, and Node has four: the next probe waits for the call of the one before.
 */
const probing = Effect.fnUntraced(function*(folder: string) {
  const disk = yield* Disk
  const file = join(folder, `.probe-${process.pid}`)
  let room: Room | undefined
  const look = async () => {
    room = await disk.room(folder)
    if (room.free < MIN_FREE_BYTES) throw new NoRoom()
    await disk.write(file)
  }
  const measure = Effect.suspend(() =>
    room === undefined
      ? Effect.void
      : Effect.andThen(Metric.update(free, room.free), Metric.update(size, room.size))
  )
  let pending: { readonly since: number; readonly answer: Promise<void> } | undefined
  const begin = Effect.map(Clock.currentTimeMillis, (now) =>
    pending ??= {
      since: now,
      answer: look().finally(() => {
        pending = undefined
      })
    })
  const looked = Effect.flatMap(begin, ({ answer, since }) => {
    const late = Effect.flatMap(
      Effect.andThen(Effect.sleep(UNKNOWN_AFTER), Clock.currentTimeMillis),
      (now) => now - since < SILENT_AFTER_MS ? Effect.void : Effect.never
    )
    return Effect.raceFirst(Effect.tryPromise({ try: () => answer, catch: (cause) => cause }), late)
  })
  return Effect.ensuring(looked, measure)
})

/** Watches the data folder, and the stores in it, as long as the layer lives. */
export const diskHealth = (options: {
  readonly data: string
  /** Whether accounts and jobs are kept there, so that requests fail without it. */
  readonly isEssential: boolean
}): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const probe = yield* probing(options.data)
    const part = yield* Health.part({
      part: "disk",
      use: "data",
      consequence: options.isEssential
        ? "accounts and jobs cannot be written: requests return 503"
        : "files, profiles and the index cannot be written",
      isEssential: options.isEssential,
      slowAfter: SLOW_AFTER,
      isWatched: true,
      faultOf: Fault.from,
      probe: () => probe
    })
    yield* Effect.forkScoped(Health.watchAll)
    // The room is known before the first look of the watch.
    yield* Effect.forkScoped(Effect.ignore(part.observe(probe)))
  }))

/** Checks whether the data folder is writable, and how much free space its disk has. */
import * as Fault from "@dunlin/common/Fault"
import * as Health from "@dunlin/common/Health"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { statfs, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** SQLite needs free space for its log even to delete rows, so the disk counts as full below this limit. */
const MIN_FREE_BYTES = 16 * 1024 * 1024

/** More than a file system stores inside a directory entry. */
const PROBE_BYTES = Buffer.alloc(4096)

/**
 * Writing and deleting a block takes milliseconds. Below the probe's timeout, so that a slow disk is reported as
 * slow.
 */
const SLOW_AFTER = "500 millis"

const free = Metric.gauge("dunlin_disk_free_bytes", {
  description: "Free space for this process on the data folder's disk"
})
const size = Metric.gauge("dunlin_disk_size_bytes", { description: "Size of the data folder's disk" })

class NoRoom extends Error {
  readonly code = "ENOSPC"
}

interface Room {
  readonly free: number
  readonly size: number
}

export const Disk = Context.Reference<{
  readonly room: (folder: string) => Promise<Room>
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

/** Before that, the call may be waiting for a thread of a busy process. */
const SILENT_AFTER_MS = 6000

/** Below the probe's timeout. The result is unknown after this time. */
const UNKNOWN_AFTER = "1900 millis"

/**
 * Writes a file, and checks the free space. Each call to a hanging disk blocks one of Node's four threads, so a probe
 * waits for the pending call of the previous one.
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

export const diskHealth = (options: {
  readonly data: string
  readonly isEssential: boolean
}): Layer.Layer<never> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const probe = yield* probing(options.data)
    const part = yield* Health.part({
      part: "disk",
      use: "data",
      consequence: options.isEssential
        ? "accounts and jobs cannot be written, so requests return 503"
        : "files, profiles and the index cannot be written",
      isEssential: options.isEssential,
      slowAfter: SLOW_AFTER,
      isWatched: true,
      faultOf: Fault.from,
      probe: () => probe
    })
    yield* Effect.forkScoped(Health.watchAll)
    yield* Effect.forkScoped(Effect.ignore(part.observe(probe)))
  }))

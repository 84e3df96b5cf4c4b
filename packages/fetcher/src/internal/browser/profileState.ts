/** Reads the browser state that a profile stores after a visit. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Page, Route } from "playwright-core"
import { ask, type Remote, send } from "./calls.ts"
import type { Slot } from "./slot.ts"

const MAX_DATABASE_BYTES = 2 * 1024 ** 2
const MAX_STORAGE_CHARACTERS = 2 * 1024 ** 2
const MAX_STATE_CHARACTERS = 8 * 1024 ** 2
/** Measuring a site's storage costs one navigation. */
const MAX_MEASURED_SITES = 20
const MEASURE_LIMIT_MS = 10_000

/** Reads one state at a time, because each may need much memory. */
const oneByOne = Semaphore.makeUnsafe(1)

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

const databaseBytes = ({ origins, session }: Slot): Effect.Effect<number> =>
  Effect.forEach(origins, (origin) => ask(session, (session) => session.send("Storage.getUsageAndQuota", { origin })))
    .pipe(
      Effect.map((all) => all.reduce((sum, { usage }) => sum + usage, 0)),
      Effect.orElseSucceed(() => Infinity)
    )

const emptyPage = (route: Route): void =>
  send(route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html>" }))

interface Stored {
  readonly characters: number
  readonly bytes: number
}

const storedScript = `(async () => {
  let characters = 0, bytes = 0
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i)
    characters += key.length + localStorage.getItem(key).length
  }
  const sizeOf = (value) => {
    if (typeof value === "string") return value.length
    if (value instanceof Blob) return value.size
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
    if (typeof value !== "object" || value === null) return 8
    let size = 0
    for (const part of value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value)) {
      size += sizeOf(part)
      if (size > ${MAX_DATABASE_BYTES}) break
    }
    return size
  }
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject })
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const request = database.transaction(store).objectStore(store).openCursor()
      for (let cursor = await done(request); cursor && bytes <= ${MAX_DATABASE_BYTES}; cursor = await done(request)) {
        bytes += 16 + sizeOf(cursor.value)
        cursor.continue()
      }
    }
    database.close()
  }
  return { characters, bytes }
})()`

const measure = (page: Remote<Page>, origin: string): Effect.Effect<Stored, unknown> =>
  Effect.andThen(
    ask(page, (page) => page.goto(`${origin}/`, { waitUntil: "commit", timeout: MEASURE_LIMIT_MS }), MEASURE_LIMIT_MS),
    ask(page, (page) => page.evaluate(storedScript) as Promise<Stored>, MEASURE_LIMIT_MS)
  )

const TOO_MUCH: Stored = { characters: Infinity, bytes: Infinity }

const storedBySites = ({ origins, page }: Slot): Effect.Effect<Stored> =>
  origins.size > MAX_MEASURED_SITES
    ? Effect.succeed(TOO_MUCH)
    : Effect.andThen(
      ask(page, (page) => page.route("**/*", emptyPage)),
      Effect.map(
        Effect.forEach(origins, (origin) => measure(page, origin)),
        (all) =>
          all.reduce((sum, { bytes, characters }) => ({
            characters: sum.characters + characters,
            bytes: sum.bytes + bytes
          }), { characters: 0, bytes: 0 })
      )
    ).pipe(Effect.orElseSucceed(() => TOO_MUCH))

interface Cookie {
  readonly name: string
  readonly value: string
}

const readState = Effect.fnUntraced(function*(
  slot: Slot,
  own: ReadonlyArray<Cookie>,
  warn: (warning: string) => void
): Effect.fn.Return<string | undefined, unknown> {
  // Leaves the page first, because its scripts could store more data after the measurement.
  const { bytes, characters } = yield* storedBySites(slot)
  const hasStorage = characters <= MAX_STORAGE_CHARACTERS
  if (!hasStorage) {
    warn(
      `The profile was saved with its cookies only: its sites store more than ${megabytes(MAX_STORAGE_CHARACTERS)}, ` +
        `or it has more than ${MAX_MEASURED_SITES} sites.`
    )
  }
  const indexedDB = hasStorage && Math.max(bytes, yield* databaseBytes(slot)) <= MAX_DATABASE_BYTES
  if (hasStorage && !indexedDB) {
    warn(`The profile was saved without databases: the page stores more than ${megabytes(MAX_DATABASE_BYTES)}.`)
  }
  const { cookies, ...rest } = hasStorage
    ? yield* ask(slot.context, (context) => context.storageState({ indexedDB }))
    : { cookies: yield* ask(slot.context, (context) => context.cookies()), origins: [] }
  const isOwn = (cookie: Cookie) => own.some(({ name, value }) => name === cookie.name && value === cookie.value)
  const state = JSON.stringify({ ...rest, cookies: cookies.filter((cookie) => !isOwn(cookie)) })
  if (state.length <= MAX_STATE_CHARACTERS) return state
  warn(`The profile was not saved: its state exceeds ${megabytes(MAX_STATE_CHARACTERS)}.`)
  return undefined
})

/**
 * Returns the state as JSON. Parts above their limit are omitted, with a warning. Cookies that the caller sent as a
 * header are omitted too.
 */
export const profileState = (
  slot: Slot,
  own: ReadonlyArray<Cookie>,
  warn: (warning: string) => void
): Effect.Effect<string | undefined, unknown> => oneByOne.withPermits(1)(readState(slot, own, warn))

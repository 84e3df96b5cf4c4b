/** The state that a profile keeps of a visit. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Page, Route } from "playwright-core"
import { ask, type Remote, tell } from "./calls.ts"
import type { Slot } from "./slot.ts"

/**
 * Bytes of the databases, and characters of the web storage, that a profile keeps of all sites of a visit. Playwright holds
 * them several times in the memory of this process while it reads them. A shop keeps less than a megabyte.
 */
const MAX_DATABASE_BYTES = 2 * 1024 ** 2
const MAX_STORAGE_CHARACTERS = 2 * 1024 ** 2
/** Characters of the cookies and the rest of a state as JSON. */
const MAX_STATE_CHARACTERS = 8 * 1024 ** 2
/** Sites of a visit whose web storage is measured: each is a navigation. */
const MAX_MEASURED_SITES = 20
/** Milliseconds to measure one site on a busy machine. */
const MEASURE_LIMIT_MS = 10_000

/** States are read one after the other, so that the memory they need does not add up. */
const oneByOne = Semaphore.makeUnsafe(1)

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/** Bytes that the sites of a visit have stored in databases; a site that cannot be measured counts as too large. */
const databaseBytes = ({ origins, session }: Slot): Effect.Effect<number> =>
  Effect.forEach(origins, (origin) => ask(session, (session) => session.send("Storage.getUsageAndQuota", { origin })))
    .pipe(
      Effect.map((all) => all.reduce((sum, { usage }) => sum + usage, 0)),
      Effect.orElseSucceed(() => Infinity)
    )

const emptyPage = (route: Route): void =>
  tell(route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html>" }))

const storedCharacters = `(() => {
  let characters = 0
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i)
    characters += key.length + localStorage.getItem(key).length
  }
  return characters
})()`

/** Characters of the web storage of one site, measured in an empty page of it. */
const measure = (page: Remote<Page>, origin: string): Effect.Effect<number, unknown> =>
  Effect.andThen(
    ask(page, (page) => page.goto(`${origin}/`, { waitUntil: "commit", timeout: MEASURE_LIMIT_MS }), MEASURE_LIMIT_MS),
    ask(page, (page) => page.evaluate(storedCharacters) as Promise<number>, MEASURE_LIMIT_MS)
  )

/** Characters of the web storage of all sites. The page has been read, so that it may be left. */
const storageCharacters = ({ origins, page }: Slot): Effect.Effect<number> =>
  origins.size > MAX_MEASURED_SITES
    ? Effect.succeed(Infinity)
    : Effect.andThen(
      ask(page, (page) => page.route("**/*", emptyPage)),
      Effect.map(
        Effect.forEach(origins, (origin) => measure(page, origin)),
        (all) => all.reduce((sum, characters) => sum + characters, 0)
      )
    ).pipe(Effect.orElseSucceed(() => Infinity))

interface Cookie {
  readonly name: string
  readonly value: string
}

const readState = Effect.fnUntraced(function*(
  slot: Slot,
  own: ReadonlyArray<Cookie>,
  warn: (warning: string) => void
): Effect.fn.Return<string | undefined, unknown> {
  // the page is left for it, so that no script stores more between the measurement of its databases and their reading
  const hasStorage = (yield* storageCharacters(slot)) <= MAX_STORAGE_CHARACTERS
  if (!hasStorage) {
    warn(
      `The profile was saved with its cookies alone: its sites store more than ${megabytes(MAX_STORAGE_CHARACTERS)}, ` +
        `or are more than ${MAX_MEASURED_SITES}.`
    )
  }
  const indexedDB = hasStorage && (yield* databaseBytes(slot)) <= MAX_DATABASE_BYTES
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
 * Reads the state as JSON, within the limits of each part; what is left out is in a warning. Cookies that the request
 * itself brought in a header belong to it alone.
 */
export const profileState = (
  slot: Slot,
  own: ReadonlyArray<Cookie>,
  warn: (warning: string) => void
): Effect.Effect<string | undefined, unknown> => oneByOne.withPermits(1)(readState(slot, own, warn))

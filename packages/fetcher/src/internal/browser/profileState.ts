/** The state that a profile keeps of a visit. */
import * as Effect from "effect/Effect"
import { ask } from "./calls.ts"
import type { Slot } from "./slot.ts"

/**
 * Bytes of the databases that a profile keeps, and characters of its whole state. The state passes through the memory of
 * this process several times; a shop keeps less than a megabyte.
 */
const MAX_DATABASE_BYTES = 32 * 1024 ** 2
const MAX_STATE_CHARACTERS = 64 * 1024 ** 2

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`

/** Bytes that the sites of a visit have stored; a site that cannot be measured counts as too large. */
const storedBytes = ({ origins, session }: Slot): Effect.Effect<number> =>
  Effect.forEach(origins, (origin) => ask(session, (session) => session.send("Storage.getUsageAndQuota", { origin })))
    .pipe(
      Effect.map((all) => all.reduce((sum, { usage }) => sum + usage, 0)),
      Effect.orElseSucceed(() => Infinity)
    )

/**
 * Reads the state as JSON: without databases that are too large, and none when the rest is too large. Cookies that the
 * request itself brought in a header belong to it alone.
 */
export const profileState = Effect.fnUntraced(function*(
  slot: Slot,
  own: ReadonlyArray<{ readonly name: string; readonly value: string }>,
  warn: (warning: string) => void
): Effect.fn.Return<string | undefined, unknown> {
  const indexedDB = (yield* storedBytes(slot)) <= MAX_DATABASE_BYTES
  if (!indexedDB) {
    warn(`The profile was saved without databases: the page stores more than ${megabytes(MAX_DATABASE_BYTES)}.`)
  }
  const { cookies, ...rest } = yield* ask(slot.context, (context) => context.storageState({ indexedDB }))
  const isOwn = (cookie: { readonly name: string; readonly value: string }) =>
    own.some(({ name, value }) => name === cookie.name && value === cookie.value)
  const state = JSON.stringify({ ...rest, cookies: cookies.filter((cookie) => !isOwn(cookie)) })
  if (state.length <= MAX_STATE_CHARACTERS) return state
  warn(`The profile was not saved: its cookies and storage exceed ${megabytes(MAX_STATE_CHARACTERS)}.`)
  return undefined
})

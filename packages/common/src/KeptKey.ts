/**
 * Stores a random key in a file, for data that outlives a process: signed links and stored profiles.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as crypto from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"

const KEY_BYTES = 32

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY = 0o600

const isKey = (text: string): boolean => new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`).test(text)

const codeOf = (cause: unknown): unknown => typeof cause === "object" && cause !== null && "code" in cause && cause.code

const readKey = async (file: string): Promise<string | undefined> => {
  const text = await fs.readFile(file, "utf8").catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return undefined
    throw cause
  })
  if (text === undefined) return undefined
  // A damaged file is an error, because a new key would silently invalidate all links and profiles of the old one.
  if (!isKey(text.trim())) {
    throw new Error(`${file} contains no key: restore the file, or delete it to generate a new key`)
  }
  return text.trim()
}

/**
 * Fails if the file exists. A hard link appears together with its content, so that no process reads an incomplete
 * key, and the first process determines the key.
 */
const createKey = async (file: string): Promise<void> => {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER })
  const temporary = `${file}.${crypto.randomUUID()}.tmp`
  try {
    await fs.writeFile(temporary, `${crypto.randomBytes(KEY_BYTES).toString("hex")}\n`, {
      mode: OWNER_ONLY,
      flag: "wx",
      flush: true
    })
    await fs.link(temporary, file).catch((cause: unknown) => {
      if (codeOf(cause) !== "EEXIST") throw cause
    })
  } finally {
    await fs.rm(temporary, { force: true })
  }
}

/**
 * Reads the key in a file. If the file is missing, creates it with a random key and access for its owner only.
 * Concurrent processes get the same key. Fails with the error of the file system, or if the file does not contain a
 * key.
 *
 * **Example** (The same key twice)
 *
 * ```ts
 * import { KeptKey } from "@dunlin/common"
 * import { Effect, Redacted } from "effect"
 * import { mkdtempSync } from "node:fs"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 *
 * const read = KeptKey.read(join(mkdtempSync(join(tmpdir(), "kept-")), "signing.key"))
 * const [first, second] = await Effect.runPromise(Effect.all([read, read]))
 * console.log(Redacted.value(first) === Redacted.value(second)) // true
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const read = (file: string): Effect.Effect<Redacted.Redacted, unknown> =>
  Effect.tryPromise({
    try: async () => {
      const known = await readKey(file)
      if (known !== undefined) return Redacted.make(known)
      await createKey(file)
      const created = await readKey(file)
      if (created === undefined) throw new Error(`${file} was deleted while it was created`)
      return Redacted.make(created)
    },
    catch: (cause) => cause
  })

/**
 * Creates and verifies signed links: `<base>/<id>.<extension>?expires=<epoch seconds>&signature=<base64url HMAC-SHA256
 * of "id.expires">`.
 */
import * as Secret from "@dunlin/common/Secret"
import * as Effect from "effect/Effect"
import * as crypto from "node:crypto"
import { CacheError, LinkRefused } from "../CacheError.ts"

/** Enough for epoch seconds until the year 2106. */
const EXPIRY_BYTES = 4

/** 96 bits, which cannot be guessed. */
const RANDOM_BYTES = 12

const LAST_EXPIRY = 2 ** (8 * EXPIRY_BYTES) - 1

const hexadecimal = new RegExp(`^[0-9a-f]{${2 * (EXPIRY_BYTES + RANDOM_BYTES)}}$`)

export const MILLIS = 1000

export const toWholeSeconds = (time: number): number => Math.ceil(time / MILLIS) * MILLIS

/** Starts with the expiry, so that ids are sorted by expiry and a sweep reads only names. */
export const newId = (expiresAt: number): string => {
  const seconds = Math.max(0, Math.min(LAST_EXPIRY, Math.ceil(expiresAt / MILLIS)))
  return seconds.toString(16).padStart(2 * EXPIRY_BYTES, "0") + crypto.randomBytes(RANDOM_BYTES).toString("hex")
}

export const expiryOf = (id: string): number => Number.parseInt(id.slice(0, 2 * EXPIRY_BYTES), 16) * MILLIS

export const isId = (id: string): boolean => hexadecimal.test(id)

const extensions: ReadonlyMap<string, string> = new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/webp", ".webp"],
  ["application/pdf", ".pdf"],
  ["audio/mpeg", ".mp3"],
  ["audio/mp4", ".m4a"],
  ["video/mp4", ".mp4"],
  ["video/webm", ".webm"]
])

export const extensionOf = (contentType: string): string => extensions.get(contentType) ?? ""

const digest = (signingKey: Secret.Secret, id: string, expires: string): Buffer =>
  crypto.createHmac("sha256", Secret.text(signingKey, "signingKey")).update(`${id}.${expires}`).digest()

export const sign = (options: {
  readonly base: string
  readonly id: string
  readonly contentType: string
  readonly expiresAt: number
  readonly signingKey: Secret.Secret
}): string => {
  const expires = String(options.expiresAt / MILLIS)
  const signature = digest(options.signingKey, options.id, expires).toString("base64url")
  return `${options.base}/${options.id}${extensionOf(options.contentType)}?expires=${expires}&signature=${signature}`
}

/** Verifies the signature first, in constant time. */
export const verify = (options: {
  readonly link: string
  readonly signingKey: Secret.Secret
  readonly now: number
  readonly store: string
}): Effect.Effect<string, CacheError> =>
  Effect.suspend(() => {
    const refuse = (why: "expired" | "invalid") =>
      Effect.fail(new CacheError({ store: options.store, reason: new LinkRefused({ why }) }))
    const url = URL.parse(options.link, "http://localhost")
    if (url === null) return refuse("invalid")
    const file = url.pathname.slice(url.pathname.lastIndexOf("/") + 1)
    const dot = file.indexOf(".")
    const id = dot < 0 ? file : file.slice(0, dot)
    const expires = url.searchParams.get("expires") ?? ""
    const given = Buffer.from(url.searchParams.get("signature") ?? "", "base64url")
    const expected = digest(options.signingKey, id, expires)
    if (!isId(id) || given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) {
      return refuse("invalid")
    }
    return Number(expires) * MILLIS <= options.now ? refuse("expired") : Effect.succeed(id)
  })

/**
 * Encrypts the texts of a job with its key. Within a job, equal texts have equal ciphertexts, so that a database can
 * find known pages and group equal errors. Without the key, only lengths and equality are visible.
 */
import type * as Schema from "effect/Schema"
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"

export interface Secrets {
  readonly job: string
  readonly hosts: string
}

const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Minimum bytes of a text that is compressed before encryption. */
const COMPRESSED_FROM_BYTES = 512

const PLAIN = 0
const COMPRESSED = 1

/** Nonce, flag and tag have 39 base64url characters. */
const token = String.raw`[sS]ealed\.[\w-]{39,}`
const address = String.raw`https://[0-9a-f]+\.sealed/`
const isTokenPattern = new RegExp(`^${token}$`)
const anyToken = new RegExp(`(?:${address})?(${token})`, "g")

/** No public host name has this ending. */
const HOST_SUFFIX = ".sealed"

export const isSealedHost = (host: string): boolean => host.endsWith(HOST_SUFFIX)

export const drawSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url")

export const isToken = (value: unknown): value is string => typeof value === "string" && isTokenPattern.test(value)

const derive = (secret: string, use: string) => createHmac("sha256", secret).update(use).digest()

/** The nonce is a keyed digest of the text, so that different texts never share a nonce. */
const encrypter = (secret: string) => {
  const key = derive(secret, "encryption")
  const nonces = derive(secret, "nonces")
  return {
    encrypt: (bytes: Buffer): Buffer => {
      const nonce = createHmac("sha256", nonces).update(bytes).digest().subarray(0, NONCE_BYTES)
      const cipher = createCipheriv("aes-256-gcm", key, nonce)
      const encrypted = [cipher.update(bytes), cipher.final()]
      return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()])
    },
    /** Returns `undefined` for bytes that another secret encrypted. */
    decrypt: (bytes: Buffer): Buffer | undefined => {
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const decrypted = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([decrypted, decipher.final()])
      } catch {
        return undefined
      }
    }
  }
}

const packed = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return bytes.length < COMPRESSED_FROM_BYTES
    ? Buffer.concat([Buffer.of(PLAIN), bytes])
    : Buffer.concat([Buffer.of(COMPRESSED), deflateRawSync(bytes)])
}

const unpacked = (bytes: Buffer): string => {
  const rest = bytes.subarray(1)
  return (bytes[0] === COMPRESSED ? inflateRawSync(rest) : rest).toString()
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export interface Cipher {
  readonly seal: (text: string) => string
  readonly sealJson: (value: Schema.Json) => string
  readonly sealUrl: (url: string) => string
  readonly sealHost: (host: string) => string
  readonly digest: (text: string) => string
  readonly open: (text: string) => string
  readonly openJson: (value: Schema.Json) => Schema.Json
  readonly openHost: (host: string) => string
}

export const make = (secrets: Secrets): Cipher => {
  const texts = encrypter(secrets.job)
  const hosts = encrypter(secrets.hosts)
  const digests = derive(secrets.job, "digests")
  const seal = (text: string): string => `sealed.${texts.encrypt(packed(text)).toString("base64url")}`
  const sealHost = (host: string): string => hosts.encrypt(Buffer.from(host)).toString("hex") + HOST_SUFFIX
  const openToken = (found: string): string | undefined => {
    const bytes = texts.decrypt(Buffer.from(found.slice(found.indexOf(".") + 1), "base64url"))
    return bytes === undefined ? undefined : unpacked(bytes)
  }
  return {
    seal,
    sealHost,
    sealJson: (value) => seal(JSON.stringify(value)),
    sealUrl: (url) => `https://${sealHost(URL.parse(url)?.host || "none")}/${seal(url)}`,
    digest: (text) => createHmac("sha256", digests).update(text).digest("base64url"),
    open: (text) =>
      text.replace(anyToken, (all: string, found: string) => {
        const opened = openToken(found)
        return opened === undefined ? all : found.startsWith("S") ? capitalized(opened) : opened
      }),
    openJson: (value) => {
      const opened = isToken(value) ? openToken(value) : undefined
      return opened === undefined ? value : JSON.parse(opened) as Schema.Json
    },
    openHost: (host) =>
      isSealedHost(host)
        ? hosts.decrypt(Buffer.from(host.slice(0, -HOST_SUFFIX.length), "hex"))?.toString() ?? host
        : host
  }
}

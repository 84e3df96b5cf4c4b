/** Encrypts a profile, and binds it to the profile's name. */
import * as NodeCrypto from "node:crypto"

const VERSION = 1

/** `slice`: a state has several megabytes, and each step on the whole would copy all of it. */
const BYTES = { salt: 16, iv: 12, tag: 16, head: 1 + 16 + 12 + 16, slice: 64 * 1024 }

const keyOf = (secret: string, salt: Uint8Array): Uint8Array =>
  new Uint8Array(NodeCrypto.hkdfSync("sha256", secret, salt, "dunlin profile", 32))

/** Replaces each slice of the bytes by its result. The mode has no padding, so a result is as long as its slice. */
const inSlices = (bytes: Uint8Array, convert: (slice: Uint8Array) => Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += BYTES.slice) bytes.set(convert(bytes.subarray(at, at + BYTES.slice)), at)
}

/** Writes version | salt | iv | tag | AES-256-GCM of the text, bound to its name. */
export const seal = (secret: string, id: string, text: string): Buffer => {
  const salt = NodeCrypto.randomBytes(BYTES.salt)
  const iv = NodeCrypto.randomBytes(BYTES.iv)
  const cipher = NodeCrypto.createCipheriv("aes-256-gcm", keyOf(secret, salt), iv).setAAD(Buffer.from(id))
  const sealed = Buffer.allocUnsafe(BYTES.head + Buffer.byteLength(text))
  sealed.write(text, BYTES.head)
  inSlices(sealed.subarray(BYTES.head), (slice) => cipher.update(slice))
  cipher.final()
  sealed[0] = VERSION
  sealed.set(salt, 1)
  sealed.set(iv, 1 + BYTES.salt)
  sealed.set(cipher.getAuthTag(), BYTES.head - BYTES.tag)
  return sealed
}

/** Returns the text. The sealed bytes are overwritten, because a copy of them would be as large as the state. */
export const unseal = (secret: string, id: string, sealed: Uint8Array): string => {
  if (sealed[0] !== VERSION) throw new Error("unknown version")
  const salt = sealed.subarray(1, 1 + BYTES.salt)
  const iv = sealed.subarray(1 + BYTES.salt, 1 + BYTES.salt + BYTES.iv)
  const decipher = NodeCrypto.createDecipheriv("aes-256-gcm", keyOf(secret, salt), iv)
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(BYTES.head - BYTES.tag, BYTES.head))
  const body = Buffer.from(sealed.buffer, sealed.byteOffset + BYTES.head, sealed.byteLength - BYTES.head)
  inSlices(body, (slice) => decipher.update(slice))
  decipher.final()
  return body.toString("utf8")
}

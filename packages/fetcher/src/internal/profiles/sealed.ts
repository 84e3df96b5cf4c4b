/** Encrypts a profile, and binds it to the profile's name. */
import * as NodeCrypto from "node:crypto"

const VERSION = 1
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string, salt: Uint8Array): Uint8Array =>
  new Uint8Array(NodeCrypto.hkdfSync("sha256", secret, salt, "dunlin profile", 32))

/** Returns version | salt | iv | tag | AES-256-GCM of the text, bound to its name. */
export const seal = (secret: string, id: string, text: string): Buffer => {
  const salt = NodeCrypto.randomBytes(SALT_BYTES)
  const iv = NodeCrypto.randomBytes(IV_BYTES)
  const cipher = NodeCrypto.createCipheriv("aes-256-gcm", keyOf(secret, salt), iv).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), salt, iv, cipher.getAuthTag(), body])
}

export const unseal = (secret: string, id: string, sealed: Buffer): string => {
  if (sealed[0] !== VERSION) throw new Error("unknown version")
  const salt = sealed.subarray(1, 1 + SALT_BYTES)
  const iv = sealed.subarray(1 + SALT_BYTES, 1 + SALT_BYTES + IV_BYTES)
  const start = 1 + SALT_BYTES + IV_BYTES + TAG_BYTES
  const decipher = NodeCrypto.createDecipheriv("aes-256-gcm", keyOf(secret, salt), iv)
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(start - TAG_BYTES, start))
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString("utf8")
}

/** SHA-256 (FIPS 180-4) of a few bytes, at once and on every platform: those that run it natively answer later, or not everywhere. */

const wordsOfBlock = 16
const rounds = 64
const bytesOfBlock = 64
/** A one, and the length in bits. */
const bytesOfEnd = 9

/** The first 32 bits of the fractional parts of the square and cube roots of the first primes. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0

const primes: Array<number> = []
for (let candidate = 2; primes.length < rounds; candidate++) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
}
const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

const compress = (state: Int32Array, words: Int32Array): void => {
  for (let i = wordsOfBlock; i < rounds; i++) {
    const early = words[i - 15]!
    const late = words[i - 2]!
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + mixedEarly + words[i - 7]! + mixedLate
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number
  ]
  for (let i = 0; i < rounds; i++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constants[i]! + words[i]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word
}

/** The digest, 32 bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => {
  const padded = new Uint8Array(Math.ceil((bytes.length + bytesOfEnd) / bytesOfBlock) * bytesOfBlock)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const state = start.slice()
  const words = new Int32Array(rounds)
  for (let at = 0; at < padded.length; at += bytesOfBlock) {
    for (let i = 0; i < wordsOfBlock; i++) words[i] = view.getInt32(at + i * 4)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word)
  return new Uint8Array(digest.buffer)
}

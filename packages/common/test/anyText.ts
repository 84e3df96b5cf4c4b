import * as fc from "fast-check"

/**
 * Any character, those of ASCII and of the first plane more often. The unit `binary` of fast-check lists all characters
 * before the first text, for which each file of tests waits a second.
 */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.nat(0x7f) },
  { weight: 2, arbitrary: fc.nat(0xffff) },
  { weight: 1, arbitrary: fc.nat(0x10ffff) }
).map((code) => String.fromCodePoint(code).toWellFormed())

/** Any text, well-formed as what comes out of a decoder is. */
export const anyText = (lengths: { readonly minLength?: number; readonly maxLength?: number } = {}) =>
  fc.string({ ...lengths, unit: character })

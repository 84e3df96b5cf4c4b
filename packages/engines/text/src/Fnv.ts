/**
 * Hashes texts with FNV-1a in 32 bits. Start with `OFFSET` and add one code unit at a time.
 *
 * @since 0.2.0
 */

export const OFFSET = 0x811c9dc5
export const PRIME = 0x01000193

export const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME)

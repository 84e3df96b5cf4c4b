/** FNV-1a in 32 bits, the hash of Fowler, Noll and Vo: it begins with the offset, and takes in a unit at a time. */
export const OFFSET = 0x811c9dc5
export const PRIME = 0x01000193

export const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME)

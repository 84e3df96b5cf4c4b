/**
 * The text unchanged. If it contains Markdown marks, also the text without them.
 *
 * @since 0.2.0
 */

export const OFFSET = 0x811c9dc5
export const PRIME = 0x01000193

export const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, PRIME)

/**
 * Parallel arrays in one piece of memory: pages need dozens of them, and each piece costs more than its bytes.
 *
 * @since 0.1.0
 */

/** A tuple of `N` arrays. */
type Columns<A, N extends number, Found extends ReadonlyArray<A> = readonly []> = Found["length"] extends N ? Found
  : Columns<A, N, readonly [...Found, A]>

/** So many arrays of `length` zeros. */
export const int32Columns = <N extends number>(count: N, length: number): Columns<Int32Array, N> => {
  const all = new Int32Array(count * length)
  return Array.from({ length: count }, (_, k) => all.subarray(k * length, (k + 1) * length)) as never
}

export const float32Columns = <N extends number>(count: N, length: number): Columns<Float32Array, N> => {
  const all = new Float32Array(count * length)
  return Array.from({ length: count }, (_, k) => all.subarray(k * length, (k + 1) * length)) as never
}

/**
 * Binary search in ascending values.
 *
 * @since 0.2.0
 */

/**
 * Binary search: how many of the first `count` indexes satisfy `isBefore`. It must hold up to an index and for none
 * after it.
 *
 * **Example** (The words that begin with `s` or come behind)
 *
 * ```ts
 * import { Ascending } from "@dunlin/text"
 *
 * const words = ["avocet", "dunlin", "sanderling", "snipe"]
 * console.log(Ascending.countWhile(words.length, (at) => words[at]! < "s")) // 2
 * ```
 *
 * @category getters
 * @since 0.2.0
 */
export const countWhile = (count: number, isBefore: (at: number) => boolean): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * How many of the first `count` ascending numbers are less than a value. This is the value's index, or its insertion
 * point.
 *
 * @category getters
 * @since 0.2.0
 */
export const countBelow = (numbers: ArrayLike<number>, value: number, count = numbers.length): number =>
  countWhile(count, (at) => numbers[at]! < value)

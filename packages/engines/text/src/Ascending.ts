/**
 * Searches ascending values by bisection.
 *
 * @since 0.2.0
 */

/**
 * Returns how many of the first `count` indexes satisfy `isBefore`, by binary search. It must be true up to an index,
 * and false for all later ones.
 *
 * **Example** (Words from `s` onwards)
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
 * Returns how many of the first `count` ascending numbers are less than a value. This is the value's index, or its
 * insertion point.
 *
 * @category getters
 * @since 0.2.0
 */
export const countBelow = (numbers: ArrayLike<number>, value: number, count = numbers.length): number =>
  countWhile(count, (at) => numbers[at]! < value)

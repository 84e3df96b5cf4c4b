/**
 * What the selectors of one request cost, before they are used.
 *
 * @since 0.2.0
 */
export {
  /**
   * Counts the parts of selectors, one call per selector, and returns the sum so far: what selectors cost is this sum times
   * the size of the page. Throws {@link InvalidSelectorError} at the first selector that cannot be read or is too much.
   *
   * @category constructors
   * @since 0.2.0
   */
  adder as counter,
  /**
   * A selector that cannot be read, or that is too much beside those before it.
   *
   * @category errors
   * @since 0.2.0
   */
  InvalidSelectorError
} from "./internal/selectors/selector.ts"

/**
 * Counts the costs of a request's selectors before they run.
 *
 * @since 0.2.0
 */
export {
  /**
   * Adds up the parts of selectors, one call per selector, and returns the running sum. The cost of selectors is this
   * sum times the page size. Throws {@link InvalidSelectorError} at the first selector that is invalid or exceeds the
   * limit.
   *
   * @category constructors
   * @since 0.2.0
   */
  adder as counter,
  /**
   * An invalid selector, or one that exceeds a limit together with the previous ones.
   *
   * @category errors
   * @since 0.2.0
   */
  InvalidSelectorError
} from "./internal/selectors/selector.ts"

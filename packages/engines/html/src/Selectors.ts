/**
 * Costs of the selectors of one request, counted before they run.
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
   * A selector that cannot be read, or that exceeds a limit together with those before it.
   *
   * @category errors
   * @since 0.2.0
   */
  InvalidSelectorError
} from "./internal/selectors/selector.ts"

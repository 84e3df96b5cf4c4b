/**
 * Parses money, stock and pictures, as products and menus declare them.
 *
 * @since 0.2.0
 */
export {
  /**
   * Parses an amount in any common notation: `1,299.00`, `1.299,00 €`, `12,5`.
   *
   * @category conversions
   * @since 0.2.0
   */
  amount,
  /**
   * The ISO 4217 code of a currency, as declared or detected from the written amount.
   *
   * @category conversions
   * @since 0.2.0
   */
  currency
} from "./internal/data/items.ts"

/**
 * @category models
 * @since 0.2.0
 */
export interface Price {
  readonly amount: number
  /** ISO 4217 code, if the page states one. */
  readonly currency?: string
  /** The price as the page writes it. */
  readonly formatted?: string
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Availability {
  readonly inStock: boolean
  readonly text?: string
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Picture {
  readonly url: string
  readonly alt?: string
}

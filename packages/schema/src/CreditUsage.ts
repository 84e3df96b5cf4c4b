/**
 * Defines the body of `GET /v2/team/credit-usage`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * @category schemas
 * @since 0.1.0
 */
export const CreditUsage = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    remainingCredits: Schema.Int,
    planCredits: Schema.Int,
    billingPeriodStart: Schema.NullOr(Schema.String),
    billingPeriodEnd: Schema.NullOr(Schema.String)
  })
})

/**
 * @category models
 * @since 0.1.0
 */
export type CreditUsage = typeof CreditUsage.Type

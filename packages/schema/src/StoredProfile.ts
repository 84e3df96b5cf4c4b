/**
 * Defines `/dunlin/profiles`: the browser profiles of a team. It is not part of the contract.
 *
 * @since 0.3.0
 */
import * as Schema from "effect/Schema"

const success = Schema.Literal(true)

/**
 * A stored profile. Its sessions and cookies are never returned.
 *
 * @category schemas
 * @since 0.3.0
 */
export const StoredProfile = Schema.Struct({
  name: Schema.String,
  /** The bytes that count towards the quota. */
  bytes: Schema.Int,
  savedAt: Schema.String,
  usedAt: Schema.String,
  /** The profile is deleted at this time unless a request uses it first. */
  expiresAt: Schema.String
})

/**
 * @category models
 * @since 0.3.0
 */
export type StoredProfile = typeof StoredProfile.Type

const Amount = Schema.Struct({ profiles: Schema.Int, bytes: Schema.Int })

const reportFields = {
  usage: Amount,
  quota: Amount,
  /** The reason why profiles may be lost early, if they may. */
  warning: Schema.optionalKey(Schema.String)
}

/**
 * The profiles of a team, most recently used first, and its quota.
 *
 * @category schemas
 * @since 0.3.0
 */
export const ProfileReport = Schema.Struct({ profiles: Schema.Array(StoredProfile), ...reportFields })

/**
 * @category models
 * @since 0.3.0
 */
export type ProfileReport = typeof ProfileReport.Type

/**
 * @category schemas
 * @since 0.3.0
 */
export const ProfileList = Schema.Struct({ success, data: Schema.Array(StoredProfile), ...reportFields })

/**
 * @category schemas
 * @since 0.3.0
 */
export const ProfileResponse = Schema.Struct({ success, data: StoredProfile })

/**
 * @category schemas
 * @since 0.3.0
 */
export const ProfileDeleted = Schema.Struct({ success })

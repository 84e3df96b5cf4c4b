/**
 * Defines the body of `GET /v2/team/queue-status`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The running work of a team, and its limit.
 *
 * @category schemas
 * @since 0.1.0
 */
export const QueueStatus = Schema.Struct({
  success: Schema.Literal(true),
  jobsInQueue: Schema.Int,
  activeJobsInQueue: Schema.Int,
  waitingJobsInQueue: Schema.Int,
  maxConcurrency: Schema.Int,
  mostRecentSuccess: Schema.NullOr(Schema.String).annotate({
    description: "ISO 8601 time at which a page of a stored job was last read."
  })
})

/**
 * @category models
 * @since 0.1.0
 */
export type QueueStatus = typeof QueueStatus.Type

/** Validates a stage's policy when the stage is created. A mistyped name would otherwise be ignored. */
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Policy } from "../Stage.ts"

const isTimeout = (value: unknown): value is Duration.Input =>
  Option.exists(Duration.fromInput(value as Duration.Input), (limit) => Duration.toMillis(limit) > 0)

const isTimes = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const make = () =>
  Schema.Struct({
    timeout: Schema.optionalKey(Schema.UndefinedOr(
      Schema.declare(isTimeout, { expected: "a duration above 0, such as \"2 seconds\" or 2000 (milliseconds)" })
    )),
    retries: Schema.optionalKey(Schema.UndefinedOr(
      Schema.declare(isTimes, { expected: "a whole number of at least 0" })
    ))
  })

let schema: ReturnType<typeof make> | undefined

export const readPolicy = (stage: string, policy: Policy | undefined): Policy => {
  if (policy === undefined) return {}
  schema ??= make()
  return InvalidOptions.read<Policy>(
    `the policy of the stage ${stage}`,
    schema as Schema.Codec<Policy, unknown>,
    policy
  )
}

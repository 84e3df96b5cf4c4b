/**
 * Redaction with a promise.
 *
 * @since 0.1.0
 */
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import { entities } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Entity } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** What is taken out. @default everything */
  readonly entities?: ReadonlyArray<Entity> | undefined
  /** `aggressive` takes out what may be personal data, `fast` what surely is. @default "fast" */
  readonly mode?: "fast" | "aggressive" | undefined
  /** What stands there then: `<EMAIL>`, asterisks, or nothing. @default "tag" */
  readonly replaceStyle?: "tag" | "mask" | "remove" | undefined
}

const Input = Schema.Struct({
  text: Schema.String,
  entities: Schema.optionalKey(Schema.UndefinedOr(Schema.Array(Schema.Literals(entities)))),
  mode: Schema.optionalKey(Schema.UndefinedOr(Schema.Literals(["fast", "aggressive"]))),
  replaceStyle: Schema.optionalKey(Schema.UndefinedOr(Schema.Literals(["tag", "mask", "remove"])))
})

/**
 * Takes names, addresses, account numbers and secrets out of a text, without a model. Rejects with `InvalidOptions`.
 *
 * **Example** (One line)
 *
 * ```ts
 * import { redact } from "@dunlin/redaction"
 * import type { Options } from "@dunlin/redaction/Redact"
 *
 * console.log(await redact("Write to ann@example.com.")) // Write to <EMAIL>.
 * const options: Options = { entities: ["PHONE"], replaceStyle: "remove" }
 * console.log(await redact("Call (415) 555-2671 now", options)) // Call  now
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export const redact = async (text: string, options?: Options): Promise<string> => {
  const read = InvalidOptions.read("redact", Input, { text }, options)
  const Redactor = await import("./Redactor.ts")
  const { text: redacted } = await Effect.runPromise(
    Redactor.Redactor.use((redactor) =>
      redactor.redact(text, {
        mode: read.mode ?? "fast",
        entities: read.entities ?? entities,
        replaceStyle: read.replaceStyle ?? "tag"
      })
    ).pipe(Effect.provide(Redactor.layer))
  )
  return redacted
}

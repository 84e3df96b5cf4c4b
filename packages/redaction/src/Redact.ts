/**
 * Redacts texts, and reverses it, with promises.
 *
 * @since 0.1.0
 */
import type { Thresholds } from "@dunlin/pii/Detect"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import { entities } from "@dunlin/schema/RedactPii"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { perEntity } from "./internal/kinds.ts"
import type { Placeholders } from "./Placeholders.ts"
import type { Options as EngineOptions, Redactor } from "./Redactor.ts"
import type { Entity } from "./Span.ts"

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The entities to redact. @default all */
  readonly entities?: ReadonlyArray<Entity> | undefined
  /** `aggressive` redacts possible personal data, `fast` only certain findings. @default "fast" */
  readonly mode?: "fast" | "aggressive" | undefined
  /** The replacement: a tag such as `<EMAIL>`, asterisks, or nothing. @default "tag" */
  readonly replaceStyle?: "tag" | "mask" | "remove" | undefined
  /** The ISO 3166 country whose national phone numbers are recognised without a prefix. @default "US" */
  readonly country?: string | undefined
  /** Whether to redact every value after a password label, including examples in documentation. @default false */
  readonly strict?: boolean | undefined
  /** The minimum score per entity. `explain` of `@dunlin/pii` shows the scores. @default 0 */
  readonly thresholds?: Thresholds | undefined
}

/**
 * Options for numbered tags such as `<EMAIL_1>`. The result also contains the values of the tags.
 *
 * @category options
 * @since 0.2.0
 */
export interface PlaceholderOptions extends Options {
  readonly placeholders: true
  readonly replaceStyle?: "tag" | undefined
}

/**
 * A text with numbered tags, and the values of the tags. Do not send the map to a model, which does not need it.
 *
 * @category models
 * @since 0.2.0
 */
export interface RedactedText {
  readonly text: string
  readonly placeholders: Placeholders
}

const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.UndefinedOr(schema))

const Score = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

const Input = Schema.Struct({
  text: Schema.String,
  // An empty list would redact nothing without notice.
  entities: maybe(
    Schema.Array(Schema.Literals(entities)).check(
      Schema.isMinLength(1, { expected: "at least one entity, or omit the field for all" })
    )
  ),
  mode: maybe(Schema.Literals(["fast", "aggressive"])),
  replaceStyle: maybe(Schema.Literals(["tag", "mask", "remove"])),
  placeholders: maybe(Schema.Boolean),
  country: maybe(
    Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/, { expected: "a two-letter upper-case ISO 3166 code" }))
  ),
  strict: maybe(Schema.Boolean),
  thresholds: maybe(Schema.Struct(perEntity(() => maybe(Score))))
})

/** Masks and removals have no numbers to reverse. */
const Numbered = Schema.Struct({ ...Input.fields, replaceStyle: maybe(Schema.Literal("tag")) })

/** Calls with the same options share an engine. Idle threads stop, and do not keep the program alive. */
const engines = new Map<string, Promise<Redactor["Service"]>>()

/** A program uses few sets of options, and an engine can be created again. */
const MAX_ENGINES = 32

const startEngine = async (options: EngineOptions) => {
  const [ManagedRuntime, { layerHeuristic, Redactor }] = await Promise.all([
    import("effect/ManagedRuntime"),
    import("./Redactor.ts")
  ])
  return await ManagedRuntime.make(layerHeuristic(options)).runPromise(Redactor)
}

const engineOf = (options: EngineOptions): Promise<Redactor["Service"]> => {
  const key = JSON.stringify(options)
  let engine = engines.get(key)
  if (engine === undefined) {
    if (engines.size >= MAX_ENGINES) engines.delete(engines.keys().next().value!)
    engines.set(key, engine = startEngine(options))
  }
  return engine
}

/**
 * Redacts names, addresses, account numbers and secrets in a text, without a model. With `placeholders: true` it
 * returns the text and the values of its tags, and `restore` puts the values back into a model's response. Rejects with
 * `InvalidOptions`.
 *
 * **Example** (Redact a text)
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
 * **Example** (Redact and restore)
 *
 * ```ts
 * import { redact, restore } from "@dunlin/redaction"
 * import type { PlaceholderOptions, RedactedText } from "@dunlin/redaction/Redact"
 *
 * const options: PlaceholderOptions = { placeholders: true }
 * const redacted: RedactedText = await redact("Write to ann@example.com.", options)
 * console.log(redacted.text) // Write to <EMAIL_1>.
 * const answer = "I wrote to <EMAIL_1>, as you asked." // a model's, which was given `redacted.text`
 * console.log(restore(answer, redacted.placeholders)) // I wrote to ann@example.com, as you asked.
 * ```
 *
 * @category conversions
 * @since 0.1.0
 */
export function redact(text: string, options: PlaceholderOptions): Promise<RedactedText>
export function redact(
  text: string,
  options?: Options & { readonly placeholders?: false | undefined }
): Promise<string>
export async function redact(
  text: string,
  options?: Options & { readonly placeholders?: boolean | undefined }
): Promise<string | RedactedText> {
  const schema = options?.placeholders === true ? Numbered : Input
  const { placeholders, ...read } = InvalidOptions.read("redact", schema, { text }, options)
  const request = {
    mode: read.mode ?? "fast",
    entities: read.entities ?? entities,
    replaceStyle: read.replaceStyle ?? "tag"
  }
  const redactor = await engineOf({ country: read.country, strict: read.strict, thresholds: read.thresholds })
  if (placeholders !== true) return (await Effect.runPromise(redactor.redact(text, request))).text
  const { Numbering } = await import("./Placeholders.ts")
  const { redactAll } = await import("./RedactTexts.ts")
  const numbering = new Numbering()
  const { texts } = await Effect.runPromise(
    redactAll(redactor, [{ text, kind: "markdown" }], request, numbering)
  )
  return { text: texts.join(""), placeholders: numbering.placeholders }
}

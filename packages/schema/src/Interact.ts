/**
 * Defines `POST /v2/scrape/{id}/interact`. It runs code or actions on the page of a scrape, which stays open in the
 * browser.
 *
 * @since 0.3.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Action } from "./Action.ts"
import { ActionResults } from "./Document.ts"
import { integerBetween, listOf, optional, textUpTo, withDefault } from "./internal/fields.ts"
import type { Given } from "./internal/given.ts"
import { decodeRequest } from "./internal/wire.ts"
import type * as InvalidRequest from "./InvalidRequest.ts"
import * as Limits from "./Limits.ts"

/**
 * The code or actions to run.
 *
 * @category schemas
 * @since 0.3.0
 */
export const InteractRequest = Schema.Struct({
  code: optional(
    textUpTo(Limits.interact.code),
    "JavaScript code. Code that uses `page` controls the page with Playwright methods; other code runs in the page."
  ),
  actions: optional(listOf(Action, Limits.lists.actions), "Actions to run, as in scrape options."),
  prompt: optional(
    textUpTo(Limits.promptMaxLength),
    "Returns 501, because this server has no model that controls a browser."
  ),
  language: withDefault(
    Schema.Literals(["node", "javascript", "python", "bash"]),
    "node",
    "Language of the code. `python` and `bash` return 501, because this server does not run callers' programs."
  ),
  timeout: withDefault(
    integerBetween(Limits.interact.timeout),
    Limits.interact.timeout.default,
    "Timeout of the request, in seconds."
  )
}).check(
  Schema.makeFilter(
    ({ actions, code, prompt }) => code !== undefined || actions !== undefined || prompt !== undefined,
    {
      expected: "code or actions"
    }
  )
)

/**
 * @category models
 * @since 0.3.0
 */
export type InteractRequest = typeof InteractRequest.Type

/**
 * @category models
 * @since 0.3.0
 */
export interface InteractRequestInput extends Given<typeof InteractRequest.Encoded> {}

const decodeWire = decodeRequest({
  schema: InteractRequest,
  decoder: Schema.decodeUnknownEffect(InteractRequest, { errors: "all" }),
  placeholders: { code: "1" }
})

/**
 * Decodes a request body, with warnings about ignored fields. Fails with one issue per fault.
 *
 * @category decoding
 * @since 0.3.0
 */
export const decode = (
  input: unknown,
  options?: InvalidRequest.DecodeOptions
): Effect.Effect<
  { readonly request: InteractRequest; readonly warnings: ReadonlyArray<string> },
  InvalidRequest.InvalidRequest
> => decodeWire(input, options)

/**
 * The result of a call.
 *
 * @category schemas
 * @since 0.3.0
 */
export const InteractResponse = Schema.Struct({
  /** Whether the code succeeded. If it is `false`, `error` has the reason. */
  success: Schema.Boolean,
  /** The URL of the page after the call. */
  url: Schema.String,
  stdout: Schema.String,
  /** The value of the last statement. A string is unchanged, and any other value is JSON. */
  result: Schema.String,
  stderr: Schema.String,
  exitCode: Schema.Int,
  /** Whether the code was stopped at its timeout. */
  killed: Schema.Boolean,
  actions: Schema.optionalKey(ActionResults),
  /** The time at which the page closes if there is no further call. */
  expiresAt: Schema.String,
  error: Schema.optionalKey(Schema.String),
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.3.0
 */
export type InteractResponse = typeof InteractResponse.Type

/**
 * The result of closing an open page.
 *
 * @category schemas
 * @since 0.3.0
 */
export const InteractStopped = Schema.Struct({
  success: Schema.Literal(true),
  /** The time for which the page was open; zero if no page was open. */
  sessionDurationMs: Schema.Int,
  creditsBilled: Schema.Int,
  warning: Schema.optionalKey(Schema.String)
})

/**
 * @category models
 * @since 0.3.0
 */
export type InteractStopped = typeof InteractStopped.Type

/**
 * The form in which a language model should answer, for endpoints that can hold it to one.
 *
 * `effect/ai` knows forms as Effect Schemas; a JSON Schema that a caller sent along is not one. Whoever asks sets this
 * reference around the call, and an adapter that can do something with it, such as `OpenAiCompatible`, reads it. It is
 * help for the model and no promise: what comes back is checked all the same.
 *
 * @since 0.1.0
 */
import type * as ChatCompletions from "@dunlin/common/ChatCompletions"
import * as Context from "effect/Context"

/**
 * Free text, any JSON object, or JSON that conforms to a schema whose root is an object.
 *
 * @category models
 * @since 0.1.0
 */
export type Form = ChatCompletions.Form

/**
 * The form wanted of the calls within; free text by default.
 *
 * @category references
 * @since 0.1.0
 */
export const AnswerFormat: Context.Reference<Form> = Context.Reference("@dunlin/transformers/AnswerFormat", {
  defaultValue: (): Form => ({ type: "text" })
})

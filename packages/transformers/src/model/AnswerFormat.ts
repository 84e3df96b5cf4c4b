/**
 * The form in which a language model should answer, for endpoints that can hold it to one.
 *
 * `effect/ai` describes formats with Effect Schemas, but callers send JSON Schemas. The code that calls the model sets
 * this reference around the call, and adapters that support it, such as `OpenAiCompatible`, read it. It helps the model
 * and promises nothing: the response is validated in any case.
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

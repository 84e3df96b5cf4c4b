/**
 * Sets the format in which a language model should respond, for endpoints that can enforce one.
 *
 * `effect/ai` describes formats with Effect Schemas, but callers send JSON Schemas. The code that calls the model sets
 * this reference around the call, and adapters that support it, such as `OpenAiCompatible`, read it. It helps the model
 * and guarantees nothing: the response is always validated.
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
 * The response format of enclosed calls. By default it is free text.
 *
 * @category references
 * @since 0.1.0
 */
export const AnswerFormat: Context.Reference<Form> = Context.Reference("@dunlin/transformers/AnswerFormat", {
  defaultValue: (): Form => ({ type: "text" })
})

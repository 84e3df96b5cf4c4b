/**
 * Sets the format in which a language model should respond. `effect/ai` describes formats with Effect Schemas, but
 * callers send JSON Schemas. Adapters that support this reference, such as `OpenAiCompatible`, pass it on. The
 * response is validated in any case.
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

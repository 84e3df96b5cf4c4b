/**
 * Describes text that was removed from a page, and lines that address machines instead of readers.
 *
 * @since 0.2.0
 */
import * as Schema from "effect/Schema"

/**
 * The kinds of lines that address machines instead of readers.
 *
 * @category constants
 * @since 0.2.0
 */
export const addressKinds = ["instruction", "role", "template", "call", "beacon"] as const

/**
 * @category schemas
 * @since 0.2.0
 */
export const Hygiene = Schema.Struct({
  /**
   * Invisible text that was omitted. Each entry has the property or attribute that hides the text, and the number of
   * its characters.
   */
  concealed: Schema.optionalKey(Schema.Array(Schema.Struct({ by: Schema.String, characters: Schema.Int }))),
  /**
   * The number of invisible characters that were removed from the Markdown, the title and other fields. Soft hyphens
   * are included, because a search does not find a word that contains one.
   */
  invisibleCharacters: Schema.optionalKey(Schema.Int),
  /**
   * Lines of the Markdown, counted from 1, that address machines instead of readers: an `instruction`, a `role`, marks
   * of a chat `template`, a tool `call`, or an image whose URL would leak data (`beacon`). They stay in the text.
   */
  addressed: Schema.optionalKey(
    Schema.Array(Schema.Struct({ line: Schema.Int, kind: Schema.Literals(addressKinds) }))
  )
})

/**
 * @category models
 * @since 0.2.0
 */
export type Hygiene = typeof Hygiene.Type

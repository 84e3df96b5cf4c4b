/**
 * Text that was removed from a page, and lines in it that address machines.
 *
 * @since 0.2.0
 */
import * as Schema from "effect/Schema"

/**
 * The pattern of a line that addresses machines.
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
  /** Text that readers do not see and that was left out: by the property or attribute that hides it, and its characters. */
  concealed: Schema.optionalKey(Schema.Array(Schema.Struct({ by: Schema.String, characters: Schema.Int }))),
  /**
   * How many invisible characters were taken out of the text: of its markdown, its title and its other fields together.
   * Soft hyphens are among them: readers see none, and a word that has one is not found.
   */
  invisibleCharacters: Schema.optionalKey(Schema.Int),
  /**
   * Lines of the markdown, counted from 1, that speak to machines: an `instruction` to them, a `role` for them, marks of a
   * chat `template`, a tool `call`, or an image whose address takes data along (`beacon`). They stay in the text.
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

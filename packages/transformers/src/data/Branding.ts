/**
 * Reads the `branding` format: the visual style of a site, from its page and from styles that a browser computed.
 *
 * @since 0.1.0
 */
import * as Looks from "@dunlin/html/Branding"
import type { Page } from "@dunlin/html/Html"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const Style = Schema.StructWithRest(Schema.Struct({}), [Schema.Record(Schema.String, Schema.Json)])
const Styles = Schema.Struct({
  colorScheme: Schema.optionalKey(Schema.String),
  body: Schema.optionalKey(Schema.NullOr(Style)),
  html: Schema.optionalKey(Style),
  headings: Schema.optionalKey(Schema.Array(Style)),
  paragraphs: Schema.optionalKey(Schema.Array(Style)),
  links: Schema.optionalKey(Schema.Array(Style)),
  buttons: Schema.optionalKey(Schema.Array(Style)),
  inputs: Schema.optionalKey(Schema.Array(Style)),
  logos: Schema.optionalKey(Schema.Array(Style)),
  variables: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  fonts: Schema.optionalKey(Schema.Array(Schema.Struct({ family: Schema.String })))
})

const decodeStyles = Schema.decodeUnknownOption(Styles)

/**
 * The visual style of a site. Every field is optional.
 *
 * @category models
 * @since 0.1.0
 */
export type Branding = Looks.Branding

/**
 * Extracts the visual style of a site. `computedStyles` is the browser engine's value in the raw page; an invalid
 * value is ignored. `undefined` if the page shows neither colour nor font nor logo.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromPage = (page: Page, computedStyles?: unknown): Branding | undefined =>
  Looks.fromPage(page, Option.getOrUndefined(decodeStyles(computedStyles ?? null)))

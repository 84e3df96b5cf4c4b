/**
 * Defines the result of the `branding` format: the visual style of a site.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

const text = Schema.optionalKey(Schema.String)
const textRecord = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
const texts = Schema.optionalKey(Schema.Array(Schema.String))

const Component = Schema.Struct({
  background: text,
  textColor: text,
  borderColor: text,
  borderRadius: text,
  shadow: text
})

/**
 * Every field is optional: unknown fields are absent. Colours are `#RRGGBB`, lengths CSS text.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Branding = Schema.Struct({
  colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"])),
  brandName: text,
  logo: Schema.optionalKey(Schema.NullOr(Schema.String)),
  fonts: Schema.optionalKey(Schema.Array(Schema.Struct({ family: Schema.String, role: text }))),
  colors: Schema.optionalKey(Schema.Struct({
    primary: text,
    secondary: text,
    accent: text,
    background: text,
    textPrimary: text,
    textSecondary: text,
    link: text,
    success: text,
    warning: text,
    error: text
  })),
  typography: Schema.optionalKey(Schema.Struct({
    fontFamilies: textRecord,
    fontStacks: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Schema.String))),
    fontSizes: textRecord,
    lineHeights: textRecord,
    fontWeights: Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite))
  })),
  spacing: Schema.optionalKey(Schema.Struct({
    baseUnit: Schema.optionalKey(Schema.Finite),
    borderRadius: text,
    padding: textRecord,
    margins: textRecord
  })),
  components: Schema.optionalKey(Schema.Struct({
    buttonPrimary: Schema.optionalKey(Component),
    buttonSecondary: Schema.optionalKey(Component),
    input: Schema.optionalKey(Component)
  })),
  icons: Schema.optionalKey(Schema.Struct({ style: text, primaryColor: text, library: text })),
  images: Schema.optionalKey(Schema.Struct({
    logo: Schema.optionalKey(Schema.NullOr(Schema.String)),
    favicon: Schema.optionalKey(Schema.NullOr(Schema.String)),
    ogImage: Schema.optionalKey(Schema.NullOr(Schema.String))
  })),
  animations: textRecord,
  layout: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  tone: Schema.optionalKey(Schema.Struct({ voice: text, keywords: texts })),
  personality: Schema.optionalKey(Schema.Struct({
    tone: Schema.optionalKey(
      Schema.Literals(["professional", "playful", "modern", "traditional", "minimalist", "bold"])
    ),
    energy: Schema.optionalKey(Schema.Literals(["low", "medium", "high"])),
    targetAudience: text
  }))
})

/**
 * @category models
 * @since 0.1.0
 */
export type Branding = typeof Branding.Type

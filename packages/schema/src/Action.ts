/**
 * Defines actions on the page that run before its content is read.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { atMostLong, integerBetween, integerFrom, optional, textUpTo, withDefault } from "./internal/fields.ts"
import * as Limits from "./Limits.ts"
import { Viewport } from "./Viewport.ts"

const selector = textUpTo(Limits.texts.selector)

const Wait = Schema.Struct({
  type: Schema.Literal("wait"),
  milliseconds: optional(integerFrom(1), "Time to wait, in milliseconds."),
  selector: optional(selector, "CSS selector of the element to wait for.")
}).check(
  Schema.makeFilter(
    (action: { readonly milliseconds?: number; readonly selector?: string }) =>
      (action.milliseconds === undefined) !== (action.selector === undefined),
    {
      expected: "a wait action with either `milliseconds` or `selector`"
    }
  )
)

const pdfFields = {
  format: withDefault(
    Schema.Literals(["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"]),
    "Letter",
    "Paper size."
  ),
  landscape: withDefault(Schema.Boolean, false, "Prints in landscape orientation."),
  scale: withDefault(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 2 }, { expected: "a scale from 0.1 to 2" })),
    1,
    "Scale of the printed page, 0.1 to 2."
  )
}

const Pdf = Schema.Struct({ type: Schema.Literal("pdf"), ...pdfFields })

// The name of the `pdf` action in a widely used tool set.
const GeneratePdf = Schema.Struct({ type: Schema.Literal("generatePDF"), ...pdfFields }).pipe(
  Schema.decodeTo(
    Schema.toType(Pdf),
    SchemaTransformation.transform({
      decode: (action) => ({ ...action, type: "pdf" as const }),
      encode: (action) => ({ ...action, type: "generatePDF" as const })
    })
  )
)

/**
 * One action.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Action = Schema.Union([
  Wait,
  Schema.Struct({
    type: Schema.Literal("screenshot"),
    fullPage: withDefault(Schema.Boolean, false, "Captures the whole page instead of the viewport."),
    quality: optional(
      integerBetween({ minimum: 1, maximum: 100 }),
      "JPEG quality, 1 to 100. If absent, the image is a PNG."
    ),
    viewport: optional(Viewport, "Size of the viewport.")
  }),
  Schema.Struct({
    type: Schema.Literal("click"),
    selector,
    all: withDefault(Schema.Boolean, false, "Clicks every matching element, and does not fail if no element matches.")
  }),
  Schema.Struct({ type: Schema.Literal("write"), text: atMostLong(Limits.texts.typed) }),
  Schema.Struct({ type: Schema.Literal("press"), key: textUpTo(Limits.texts.key) }),
  Schema.Struct({
    type: Schema.Literal("scroll"),
    direction: withDefault(Schema.Literals(["up", "down"]), "down", "Scroll direction."),
    selector: optional(selector, "CSS selector of the element to scroll. If absent, the page is scrolled."),
    repeat: optional(
      Schema.Union([integerBetween({ minimum: 1, maximum: 300 }), Schema.Literal("end")]),
      "Number of times to scroll, or `end` to scroll until no new content appears. Rows of virtual lists are collected on the way."
    )
  }),
  Schema.Struct({ type: Schema.Literal("scrape") }),
  Schema.Struct({ type: Schema.Literal("executeJavascript"), script: textUpTo(Limits.texts.script) }),
  Pdf,
  GeneratePdf
]).annotate({
  expected: "an action: wait, screenshot, click, write, press, scroll, scrape, executeJavascript or pdf"
})

/**
 * @category models
 * @since 0.1.0
 */
export type Action = typeof Action.Type

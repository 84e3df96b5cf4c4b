/** The texts of a value, wherever they stand in it: taken out, redacted together, and put back. */
import { Current } from "@dunlin/redaction/Placeholders"
import type { RedactionError } from "@dunlin/redaction/RedactionError"
import * as Redactor from "@dunlin/redaction/Redactor"
import { type Part, redactAll } from "@dunlin/redaction/RedactTexts"
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Place of one text of a value: replaced once its redaction is known. */
interface Place {
  readonly part: Part
  readonly put: (text: string) => void
}

/** Whole numbers from here on have the digits of a phone number. */
const leastPhone = 1_000_000

/** Keys are names that the author of a page chose: data only where they have a sign no name of a field has. */
const mayBeData = /[@\s]|\d{7}/

/** Where nobody but the caller may get the map, and the caller gets none. */
const noMap = "redactPII.placeholders: this answer is kept or forgotten, so its tags have no numbers and no map."

/** A file in an address; nothing in it is text. */
const isFile = (text: string): boolean => /^data:[^,]{0,200};base64,/i.test(text)

/**
 * Collects the texts of values and redacts them together. Arrays and objects are copied, so shared values do not change.
 */
export class Fields {
  private readonly places: Array<Place> = []

  /** A separate text; `put` gets it redacted. */
  text(part: Part, put: (text: string) => void): void {
    if (part.text !== "" && !isFile(part.text)) this.places.push({ part, put })
  }

  /** A copy of an object whose texts will be redacted. With `free` its numbers may become texts as well. */
  copy<A extends object>(value: A, free = false): A {
    const box: { value?: unknown } = {}
    this.walk(value, undefined, free, (copied) => {
      box.value = copied
    })
    return box.value as A
  }

  private walk(value: unknown, label: string | undefined, free: boolean, put: (value: unknown) => void): void {
    if (typeof value === "string") this.text({ text: value, label }, put)
    else if (free && typeof value === "number" && Number.isSafeInteger(value) && value >= leastPhone) {
      const digits = String(value)
      this.text({ text: digits, label }, (text) => {
        if (text !== digits) put(text)
      })
    } else if (Array.isArray(value)) {
      const copy: Array<unknown> = [...value]
      put(copy)
      for (const [index, item] of value.entries()) {
        this.walk(item, label, free, (redacted) => {
          copy[index] = redacted
        })
      }
    } else if (typeof value === "object" && value !== null) {
      const copy: { [key: string]: unknown } = { ...value }
      put(copy)
      for (const [key, item] of Object.entries(value)) {
        this.walk(item, key, free, (redacted) => {
          copy[key] = redacted
        })
        if (mayBeData.test(key)) {
          this.text({ text: key }, (name) => {
            if (name === key) return
            const known = copy[key]
            delete copy[key]
            copy[name] = known
          })
        }
      }
    }
  }

  /** Redacts everything that was collected; the copies hold the result. Returns warnings. */
  redact(
    redactor: Redactor.Redactor["Service"],
    options: RedactPiiOptions
  ): Effect.Effect<ReadonlyArray<string>, RedactionError> {
    const parts = this.places.map(({ part }) => part)
    return Effect.flatMap(Current, (current) => {
      const numbering = options.placeholders === true ? current : undefined
      const told = options.placeholders === true && current === undefined ? [noMap] : []
      return Effect.map(redactAll(redactor, parts, options, numbering), ({ texts, warnings }) => {
        for (const [index, { put }] of this.places.entries()) put(texts[index]!)
        return [...told, ...warnings]
      })
    })
  }
}

/** Addresses stay as they are: they are what leads to the page. Counts those that hold what is taken out of texts. */
export class Addresses {
  private readonly fields: Fields
  count = 0

  constructor(fields: Fields) {
    this.fields = fields
  }

  add(address: string): void {
    this.fields.text({ text: address }, (text) => {
      if (text !== address) this.count++
    })
  }
}

/** The engine of a pipeline, or the heuristic one where it has none. */
export const redactorOf = (services: Context.Context<never>): Redactor.Redactor["Service"] =>
  Option.getOrElse(Context.getOption(services, Redactor.Redactor), () => Redactor.heuristic)

/** Redacts the warnings of a request. Warnings that cannot be redacted are replaced by one that says so. */
export const redactWarnings = (
  warnings: ReadonlyArray<string>,
  options: RedactPiiOptions | false,
  redactor: Redactor.Redactor["Service"]
): Effect.Effect<ReadonlyArray<string>> => {
  if (options === false || warnings.length === 0) return Effect.succeed(warnings)
  const fields = new Fields()
  const box = fields.copy({ warnings })
  return Effect.match(fields.redact(redactor, { ...options, placeholders: false }), {
    onFailure: () => ["A warning was withheld, because redacting it failed."],
    onSuccess: () => box.warnings
  })
}

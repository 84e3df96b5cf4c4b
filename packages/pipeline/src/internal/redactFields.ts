/** Collects the strings of a value at any depth, redacts them together, and puts them back. */
import { Current } from "@dunlin/redaction/Placeholders"
import type { RedactionError } from "@dunlin/redaction/RedactionError"
import * as Redactor from "@dunlin/redaction/Redactor"
import { type Part, redactAll } from "@dunlin/redaction/RedactTexts"
import type { RedactPiiOptions } from "@dunlin/schema/RedactPii"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

interface Place {
  readonly part: Part
  readonly put: (text: string) => void
}

/** The smallest integer with as many digits as a phone number. */
const MIN_PHONE_NUMBER = 1_000_000

/**
 * Most keys are field names of the page's author. A key is redacted if it contains a character that field names lack.
 */
const mayBeData = /[@\s]|\d{7}/

const noMap = "redactPII.placeholders has no effect on stored responses or with zero data retention."

/** The data URL of a file contains no text. */
const isFile = (text: string): boolean => /^data:[^,]{0,200};base64,/i.test(text)

/** Copies arrays and objects, so that shared values stay unchanged. */
export class Fields {
  private readonly places: Array<Place> = []

  text(part: Part, put: (text: string) => void): void {
    if (part.text !== "" && !isFile(part.text)) this.places.push({ part, put })
  }

  /** With `free`, numbers may become strings. */
  copy<A extends object>(value: A, free = false): A {
    const box: { value?: unknown } = {}
    this.walk(value, undefined, free, (copied) => {
      box.value = copied
    })
    return box.value as A
  }

  private walk(value: unknown, label: string | undefined, free: boolean, put: (value: unknown) => void): void {
    if (typeof value === "string") this.text({ text: value, label }, put)
    else if (free && typeof value === "number" && Number.isSafeInteger(value) && value >= MIN_PHONE_NUMBER) {
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

  redact(
    redactor: Redactor.Redactor["Service"],
    options: RedactPiiOptions
  ): Effect.Effect<ReadonlyArray<string>, RedactionError> {
    const parts = this.places.map(({ part }) => part)
    return Effect.flatMap(Current, (current) => {
      const numbering = options.placeholders === true ? current : undefined
      const notices = options.placeholders === true && current === undefined ? [noMap] : []
      return Effect.map(redactAll(redactor, parts, options, numbering), ({ texts, warnings }) => {
        for (const [index, { put }] of this.places.entries()) put(texts[index]!)
        return [...notices, ...warnings]
      })
    })
  }
}

/** URLs are counted but not redacted, because they must lead to the page. */
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

export const redactorOf = (services: Context.Context<never>): Redactor.Redactor["Service"] =>
  Option.getOrElse(Context.getOption(services, Redactor.Redactor), () => Redactor.heuristic)

export const redactWarnings = (
  warnings: ReadonlyArray<string>,
  options: RedactPiiOptions | false,
  redactor: Redactor.Redactor["Service"]
): Effect.Effect<ReadonlyArray<string>> => {
  if (options === false || warnings.length === 0) return Effect.succeed(warnings)
  const fields = new Fields()
  const box = fields.copy({ warnings })
  return Effect.match(fields.redact(redactor, { ...options, placeholders: false }), {
    onFailure: () => ["A warning was withheld, because its redaction failed."],
    onSuccess: () => box.warnings
  })
}

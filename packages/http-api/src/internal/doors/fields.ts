/** Defines request fields of other APIs. Query strings, and bodies of some clients, contain only strings. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

export const optional = <S extends Schema.Top>(schema: S): Schema.optionalKey<S> => Schema.optionalKey(schema)

export const orElse = <S extends Schema.Top>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

export const whole = (minimum: number, maximum: number) => {
  const expected = `an integer from ${minimum} to ${maximum}`
  const bounded = Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected }))
  return Schema.Union([bounded, Schema.NumberFromString.pipe(Schema.decodeTo(bounded))]).annotate({ expected })
}

const yes = ["true", "True", "1", "yes", "on"] as const
const no = ["false", "False", "0", "no", "off"] as const

const SpelledFlag = Schema.Literals([...yes, ...no]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((word: string) => (yes as ReadonlyArray<string>).includes(word)),
    encode: SchemaGetter.transform((is: boolean): (typeof yes | typeof no)[number] => is ? "true" : "false")
  })
)

export const flag = Schema.Union([Schema.Boolean, SpelledFlag]).annotate({ expected: "true or false" })

const Separated = Schema.String.pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform((text: string) =>
      text.split(",").map((item) => item.trim()).filter((item) => item !== "")
    ),
    encode: SchemaGetter.transform((items: ReadonlyArray<string>) => items.join(","))
  })
)

export const texts = Schema.Union([Schema.Array(Schema.String), Separated]).annotate({ expected: "a list of texts" })

const One = Schema.String.pipe(
  Schema.decodeTo(Schema.Array(Schema.String), {
    decode: SchemaGetter.transform((text: string) => [text]),
    encode: SchemaGetter.transform((items: ReadonlyArray<string>) => items.join(","))
  })
)

export const oneOrMore = Schema.Union([Schema.Array(Schema.String), One]).annotate({
  expected: "a text or a list of texts"
})

export const word = <const Words extends ReadonlyArray<string>>(...words: Words) => {
  const expected = `one of ${words.join(", ")}`
  return Schema.String.pipe(
    Schema.decodeTo(Schema.Literals(words), {
      decode: SchemaGetter.transform((text: string) => text.toLowerCase() as Words[number]),
      encode: SchemaGetter.transform((text: Words[number]): string => text)
    })
  ).annotate({ expected })
}

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A field that is filled in with `value` when the key is absent. */
export const withDefault = <S extends Schema.Top>(
  schema: S,
  value: S["Encoded"],
  description: string
): Schema.withDecodingDefaultKey<S> => {
  const field = Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)
  return Schema.annotateEncoded<Schema.withDecodingDefaultKey<S>>({ description, default: value })(field)
}

/** A field that may be absent and has no default. */
export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.annotateEncoded<S>({ description })(schema))

/** An integer between both bounds, inclusive. */
export const integerBetween = (bounds: { readonly minimum: number; readonly maximum: number }) =>
  Schema.Int.check(
    Schema.isBetween(bounds, { expected: `an integer from ${bounds.minimum} to ${bounds.maximum}` })
  )

/** An integer of at least `minimum`. */
export const integerFrom = (minimum: number) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum, { expected: `an integer of at least ${minimum}` }))

/** A string that says something and is at most `maximum` characters long. */
export const textUpTo = (maximum: number) =>
  Schema.String.check(
    Schema.isBetweenLength(1, maximum, { expected: `a text of 1 to ${maximum} characters` })
  )

const optionalTextAs = (description: string, read: (text: string) => string) =>
  Schema.optionalKey(Schema.String.annotate({ description })).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.NonEmptyString), {
      decode: SchemaGetter.transformOptional((text: Option.Option<string>) =>
        Option.map(Option.filter(text, (text) => text.trim() !== ""), read)
      ),
      encode: SchemaGetter.passthrough()
    })
  )

/** An optional string in which the empty string means "not given", as some clients send it. */
export const optionalText = (description: string) => optionalTextAs(description, (text) => text)

/** An optional time filter. The Python client of the contract lets its users write the unit alone: `w` for `qdr:w`. */
export const optionalTimeFilter = (description: string) =>
  optionalTextAs(description, (text) => /^[hdwmy]$/.test(text) ? `qdr:${text}` : text)

/**
 * Lets a bare name stand for `{ type: name }`. The object form comes first, so encoding always writes objects.
 */
export const orName = <S extends Schema.Constraint, const Names extends ReadonlyArray<string>>(
  objects: S,
  names: Names,
  fromName: (name: Names[number]) => S["Type"],
  expected: string
) =>
  Schema.Union([
    objects,
    Schema.Literals(names).pipe(
      Schema.decodeTo(
        Schema.toType(objects),
        SchemaTransformation.transform<S["Type"], Names[number]>({
          decode: fromName,
          encode: (value) => (value as { readonly type: Names[number] }).type
        })
      )
    )
  ]).annotate({ expected })

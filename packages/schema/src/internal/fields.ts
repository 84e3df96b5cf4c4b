import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Limits from "../Limits.ts"

export const withDefault = <S extends Schema.Top>(
  schema: S,
  value: S["Encoded"],
  description: string
): Schema.withDecodingDefaultKey<S> => {
  const field = Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)
  return Schema.annotateEncoded<Schema.withDecodingDefaultKey<S>>({ description, default: value })(field)
}

export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.annotateEncoded<S>({ description })(schema))

/** Aborts after a value that is no integer, so that its limits are not reported as well. */
const integer = (expected: string) => Schema.isInt({ expected }).abort()

export const integerBetween = (bounds: { readonly minimum: number; readonly maximum: number }) => {
  const expected = `an integer from ${bounds.minimum} to ${bounds.maximum}`
  return Schema.Number.check(integer(expected), Schema.isBetween(bounds, { expected }))
}

export const integerFrom = (minimum: number) => {
  const expected = `an integer of at least ${minimum}`
  return Schema.Number.check(integer(expected), Schema.isGreaterThanOrEqualTo(minimum, { expected }))
}

export const textUpTo = (maximum: number) =>
  Schema.String.check(
    Schema.isBetweenLength(1, maximum, { expected: `a text of 1 to ${maximum} characters` })
  )

const optionalTextAs = (description: string, maximum: number, read: (text: string) => string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(maximum, { expected: `a text of at most ${maximum} characters` }))
      .annotate({ description })
  ).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.NonEmptyString), {
      decode: SchemaGetter.transformOptional((text: Option.Option<string>) =>
        Option.map(Option.filter(text, (text) => text.trim() !== ""), read)
      ),
      encode: SchemaGetter.passthrough()
    })
  )

/** Some clients send an empty string for an absent value. */
export const optionalText = (description: string, maximum: number) =>
  optionalTextAs(description, maximum, (text) => text)

/** Users of the contract's Python client may write the unit alone: `w` for `qdr:w`. */
export const optionalTimeFilter = (description: string) =>
  optionalTextAs(description, Limits.texts.timeFilter, (text) => /^[hdwmy]$/.test(text) ? `qdr:${text}` : text)

export const atMostLong = (maximum: number) =>
  Schema.String.check(Schema.isMaxLength(maximum, { expected: `a text of at most ${maximum} characters` }))

export const listOf = <S extends Schema.Constraint>(item: S, maximum: number) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum, { expected: `a list of at most ${maximum} items` }))

export const distinctListOf = <S extends Schema.Constraint>(item: S, maximum: number) =>
  listOf(item, maximum).pipe(
    Schema.decodeTo(Schema.Array(Schema.toType(item)), {
      decode: SchemaGetter.transform((items: ReadonlyArray<S["Type"]>) => distinct(items)),
      encode: SchemaGetter.passthrough()
    })
  )

/** Ignores the order of an object's keys. Returns a list without duplicates unchanged. */
export const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  if (values.length < 2 || new Set(values.map(nameOf)).size === values.length) return values
  const seen = new Set<string>()
  const unique = values.filter((value) => {
    const count = seen.size
    return seen.add(JSON.stringify(value, inOrder)).size > count
  })
  return unique.length === values.length ? values : unique
}

const nameOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "type" in value ? value.type : typeof value === "object" ? "" : value

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1))
    : value
/** Accepts a name for `{ type: name }`. Objects come first, so that encoding writes objects. */
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

/**
 * Decodes valid input with plain functions, one per node of a schema. Input that these functions reject or do not
 * support is decoded by the schema, which reports why.
 */
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaGetter from "effect/SchemaGetter"

/** Input or output of an absent key. */
const MISSING = Symbol("missing")

/** Result for input that does not match. */
const FAILED = Symbol("failed")

/** Result for input that only the schema can decode. */
const UNDECIDED = Symbol("undecided")

const OPTIONS: SchemaAST.ParseOptions = {}

type Decode = (input: unknown) => unknown

const isDecoded = (result: unknown): boolean => result !== FAILED && result !== UNDECIDED

const undecided: Decode = () => UNDECIDED

const accept = (is: (input: unknown) => boolean): Decode => (input) => is(input) ? input : FAILED

const contentOf = (ast: SchemaAST.AST): Decode => {
  switch (ast._tag) {
    case "String":
      return accept((input) => typeof input === "string")
    case "Number":
      return accept((input) => typeof input === "number")
    case "Boolean":
      return accept((input) => typeof input === "boolean")
    case "Null":
      return accept((input) => input === null)
    case "Literal":
      return accept((input) => input === ast.literal)
    case "Unknown":
    case "Any":
      return (input) => input
    case "Arrays":
      return listOf(ast)
    case "Objects":
      return ast.indexSignatures.length === 0 ? structOf(ast) : recordOf(ast)
    case "Union":
      return unionOf(ast)
    case "Suspend":
      return later(ast)
    case "Declaration":
      return declared(ast)
    default:
      return undecided
  }
}

const declared = (ast: SchemaAST.Declaration): Decode => {
  const decode = Schema.decodeUnknownOption(Schema.make<Schema.Codec<unknown>>(ast))
  return (input) => Option.getOrElse(decode(input), () => FAILED)
}

const later = ({ thunk }: SchemaAST.Suspend): Decode => {
  let decode: Decode | undefined
  return (input) => {
    decode ??= decodeOf(thunk())
    return decode(input)
  }
}

const listOf = ({ elements, rest }: SchemaAST.Arrays): Decode => {
  const [item] = rest
  if (elements.length > 0 || rest.length !== 1 || item === undefined) return undecided
  const decode = decodeOf(item)
  return (input) => {
    if (!Array.isArray(input)) return FAILED
    const out: Array<unknown> = []
    for (const value of input) {
      const decoded = decode(value)
      if (!isDecoded(decoded)) return decoded
      if (decoded === MISSING) return UNDECIDED
      out.push(decoded)
    }
    return out
  }
}

const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null && !Array.isArray(input)

const frozen = (value: unknown): unknown => {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/**
 * A key of an object. `absent` is its value if it is missing: a shared default, `MISSING` for an optional key,
 * `FAILED` for a required one.
 */
interface Key {
  readonly name: string
  readonly decode: Decode
  readonly absent: unknown
}

const keyOf = ({ name, type }: SchemaAST.PropertySignature): Key => {
  const decode = decodeOf(type)
  const absent = decode(MISSING)
  return {
    name: String(name),
    decode,
    absent: absent === MISSING && !SchemaAST.isOptional(type) ? FAILED : frozen(absent)
  }
}

let omittedKeys = 0

/**
 * Starts with a copy of the defaults, because most objects have few of their keys. The result has the schema's order
 * of keys.
 */
const structOf = ({ propertySignatures }: SchemaAST.Objects): Decode => {
  if (propertySignatures.length === 0 || propertySignatures.some(({ name }) => !isPlainKey(name))) return undecided
  const keys = propertySignatures.map(keyOf)
  const byName = new Map(keys.map((key) => [key.name, key]))
  const required = keys.filter(({ absent }) => !isDecoded(absent))
  const defaults = Object.fromEntries(
    keys.filter(({ absent }) => absent !== MISSING).map(({ absent, name }) => [name, absent])
  )
  return (input) => {
    if (!isRecord(input)) return FAILED
    if (!isPlain(input)) return UNDECIDED
    for (const { absent, name } of required) if (!isGiven(input, name)) return absent
    const out: Record<string, unknown> = { ...defaults }
    let hasOptional = false
    for (const name of Object.keys(input)) {
      const key = byName.get(name)
      if (key === undefined) {
        omittedKeys++
        continue
      }
      const value = key.decode(input[name])
      if (!isDecoded(value)) return value
      if (value !== MISSING) {
        out[name] = value
        hasOptional ||= key.absent === MISSING
      } else if (key.absent !== MISSING) return UNDECIDED
    }
    // Optional keys were added behind the others, so they are sorted.
    return hasOptional ? inOrder(out, keys) : out
  }
}

const inOrder = (value: Readonly<Record<string, unknown>>, keys: ReadonlyArray<Key>): Record<string, unknown> => {
  const out: Record<string, unknown> = {}
  for (const { name } of keys) if (Object.hasOwn(value, name)) out[name] = value[name]
  return out
}

const isPlain = (input: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}

const isGiven = (input: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(input, name)

const isPlainKey = (name: PropertyKey): boolean => typeof name === "string" && name !== "__proto__"

const recordOf = ({ indexSignatures, propertySignatures }: SchemaAST.Objects): Decode => {
  const [signature] = indexSignatures
  if (signature === undefined || indexSignatures.length > 1 || propertySignatures.length > 0) return undecided
  if (signature.parameter._tag !== "String") return undecided
  const decodeKey = decodeOf(signature.parameter)
  const decode = decodeOf(signature.type)
  return (input) => {
    if (!isRecord(input)) return FAILED
    const out: Record<string, unknown> = {}
    for (const key of Object.keys(input)) {
      if (!isPlainKey(key)) return UNDECIDED
      const name = decodeKey(key)
      if (!isDecoded(name)) return name
      const value = decode(input[key])
      if (!isDecoded(value)) return value
      if (value !== MISSING) out[String(name)] = value
    }
    return out
  }
}

/** The values that a node accepts, if they are literals or objects whose `type` is a literal. */
interface Names {
  readonly literals: ReadonlyArray<unknown>
  readonly types: ReadonlyArray<unknown>
}

const namesOf = (ast: SchemaAST.AST): Names | undefined => {
  if (ast._tag === "Literal") return { literals: [ast.literal], types: [] }
  if (ast._tag === "Union") {
    const each = ast.types.map(namesOf)
    if (each.includes(undefined)) return undefined
    return { literals: each.flatMap((names) => names!.literals), types: each.flatMap((names) => names!.types) }
  }
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  const names = type === undefined || SchemaAST.isOptional(type) ? undefined : namesOf(type)
  return names === undefined || names.types.length > 0 ? undefined : { literals: [], types: names.literals }
}

interface Member {
  readonly decode: Decode
  readonly names: Names | undefined
}

const candidatesOf = (members: ReadonlyArray<Member>, kind: keyof Names): ReadonlyMap<unknown, ReadonlyArray<Decode>> =>
  new Map(
    members.flatMap(({ names }) => names?.[kind] ?? []).map((name) => [
      name,
      members.filter(({ names }) => names?.[kind].includes(name) ?? true).map(({ decode }) => decode)
    ])
  )

/** If members have names, tries only those with the input's name. */
const unionOf = ({ options, types }: SchemaAST.Union): Decode => {
  if (options?.mode === "oneOf") return undecided
  const members = types.map((type): Member => ({ decode: decodeOf(type), names: namesOf(SchemaAST.toEncoded(type)) }))
  const all = members.map(({ decode }) => decode)
  const byLiteral = candidatesOf(members, "literals")
  const byType = candidatesOf(members, "types")
  return (input) => {
    const candidates = (isRecord(input) ? byType.get(input["type"]) : byLiteral.get(input)) ?? all
    for (const decode of candidates) {
      const decoded = decode(input)
      if (decoded !== FAILED) return decoded
    }
    return FAILED
  }
}

type Holds = (value: unknown) => boolean

const holdsOf = (ast: SchemaAST.AST, checks: ReadonlyArray<SchemaAST.Check<never>> = []): ReadonlyArray<Holds> =>
  (checks as ReadonlyArray<SchemaAST.Check<unknown>>).flatMap((check) =>
    check._tag === "Filter"
      ? [(value: unknown) => check.run(value, ast, OPTIONS) === undefined]
      : holdsOf(ast, check.checks)
  )

const checkedOf = (ast: SchemaAST.AST): Decode => {
  let decode: Decode | undefined
  const checks = holdsOf(ast, ast.checks)
  const ofEncoded = "encodingChecks" in ast ? holdsOf(ast, ast.encodingChecks) : []
  return (input) => {
    if (input === MISSING) return MISSING
    decode ??= contentOf(ast)
    const value = decode(input)
    if (!isDecoded(value)) return value
    for (const check of ofEncoded) if (!check(input)) return FAILED
    for (const isValid of checks) if (!isValid(value)) return FAILED
    return value
  }
}

const optionOf = (value: unknown): Option.Option<unknown> => value === MISSING ? Option.none() : Option.some(value)

const fromOption = (option: Option.Option<unknown>): unknown => Option.isSome(option) ? option.value : MISSING

const fromEffect = <A>(effect: unknown, read: (value: A) => unknown): unknown => {
  if (!Exit.isExit(effect)) return UNDECIDED
  return Exit.isSuccess(effect) ? read(effect.value as A) : FAILED
}

const getterOf = (getter: SchemaGetter.Getter<unknown, unknown, unknown>): Decode => {
  switch (getter._tag) {
    case "Passthrough":
      return (value) => value
    case "Transform":
      return (value) => value === MISSING ? MISSING : getter.transform(value)
    case "TransformOptional":
      return (value) => fromOption(getter.transform(optionOf(value)))
    case "TransformEffect":
      return (value) =>
        value === MISSING ? MISSING : fromEffect<unknown>(getter.transform(value, OPTIONS), (decoded) => decoded)
    case "TransformOptionalEffect":
      return (value) => fromEffect<Option.Option<unknown>>(getter.transform(optionOf(value), OPTIONS), fromOption)
  }
}

/**
 * Whether each value that `checked` accepts is valid for `other`: both have the same content, and `other` has no
 * further checks.
 */
const covers = (checked: SchemaAST.AST, other: SchemaAST.AST): boolean => {
  const runs = new Set((checked.checks ?? []).map(runOf))
  return checked.encoding === undefined && other.encoding === undefined && hasSameContent(checked, other) &&
    (other.checks ?? []).every((check) => runs.has(runOf(check)))
}

const hasSameContent = (one: SchemaAST.AST, other: SchemaAST.AST): boolean => {
  if (one === other) return true
  switch (one._tag) {
    case "String":
    case "Number":
    case "Boolean":
      return one._tag === other._tag
    case "Literal":
      return other._tag === "Literal" && one.literal === other.literal
    case "Arrays":
      return other._tag === "Arrays" && one.elements.length === 0 && other.elements.length === 0 &&
        coverEach(one.rest, other.rest)
    case "Union":
      return other._tag === "Union" && coverEach(one.types, other.types)
    case "Objects":
      return other._tag === "Objects" && one.indexSignatures.length === 0 && other.indexSignatures.length === 0 &&
        one.propertySignatures.every((key, at) => isSameKey(key, other.propertySignatures[at])) &&
        coverEach(one.propertySignatures.map(typeOf), other.propertySignatures.map(typeOf))
    default:
      return false
  }
}

const isSameKey = (one: SchemaAST.PropertySignature, other: SchemaAST.PropertySignature | undefined): boolean =>
  one.name === other?.name && SchemaAST.isOptional(one.type) === SchemaAST.isOptional(other.type)

const typeOf = ({ type }: SchemaAST.PropertySignature): SchemaAST.AST => type

const coverEach = (checked: ReadonlyArray<SchemaAST.AST>, others: ReadonlyArray<SchemaAST.AST>): boolean =>
  checked.length === others.length && checked.every((each, at) => covers(each, others[at]!))

/** Annotations wrap a check, but keep its function. */
const runOf = (check: SchemaAST.Check<never>): unknown => check._tag === "Filter" ? check.run : check

/** Only the node itself loses its transformations. Its parts keep theirs. */
const withoutSteps = (ast: SchemaAST.AST): SchemaAST.AST =>
  ast.encoding === undefined
    ? ast
    : Object.assign(Object.create(Object.getPrototypeOf(ast)), ast, { encoding: undefined })

interface Next {
  readonly ast: SchemaAST.AST
  readonly decode: Decode
  readonly isLast: boolean
}

const stepOf = ({ to, transformation }: SchemaAST.Link, next: Next): Decode => {
  const transform = transformation._tag === "Middleware" ? undecided : getterOf(transformation.decode)
  const before = decodeOf(to)
  let isCheckedNext: boolean | undefined
  let isCheckedBefore: boolean | undefined
  const inOrder: Decode = (input) => {
    const value = before(input)
    if (!isDecoded(value)) return value
    const transformed = transform(value)
    if (!isDecoded(transformed)) return transformed
    isCheckedBefore ??= next.isLast && hasNoSteps(next.ast) && covers(SchemaAST.toType(to), next.ast)
    return isCheckedBefore && transformed === value ? transformed : next.decode(transformed)
  }
  return (input) => {
    if (input === MISSING) return inOrder(input)
    isCheckedNext ??= covers(SchemaAST.toEncoded(next.ast), to)
    if (!isCheckedNext) return inOrder(input)
    // The next node checks whatever `to` checks, so values that neither `to` nor the transformation changes are
    // checked once.
    const omitted = omittedKeys
    const decoded = next.decode(input)
    return isDecoded(decoded) && omittedKeys === omitted && transform(input) === input ? decoded : inOrder(input)
  }
}

const hasNoSteps = (ast: SchemaAST.AST): boolean => SchemaAST.toEncoded(ast) === SchemaAST.toType(ast)

const decodeOf = (ast: SchemaAST.AST): Decode => {
  let next: Next = { ast: withoutSteps(ast), decode: checkedOf(ast), isLast: true }
  for (const link of ast.encoding ?? []) next = { ast: link.to, decode: stepOf(link, next), isLast: false }
  return next.decode
}

export const of = <A>({ ast }: Pick<Schema.Top, "ast">): (input: unknown) => A | undefined => {
  let decode: Decode | undefined
  return (input) => {
    decode ??= decodeOf(ast)
    const decoded = decode(input)
    return isDecoded(decoded) && decoded !== MISSING ? decoded as A : undefined
  }
}

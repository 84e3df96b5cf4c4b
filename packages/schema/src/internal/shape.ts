/**
 * Derives the structure of a body from its schema: the keys of its objects and the lengths of its lists. One linear
 * pass over a body finds everything outside the contract.
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

export type Shape =
  | {
    readonly _tag: "Object"
    readonly keys: ReadonlyMap<string, Shape | undefined>
    readonly optional: ReadonlySet<string>
  }
  | { readonly _tag: "Record"; readonly maximum: number | undefined }
  | { readonly _tag: "Tagged"; readonly byType: ReadonlyMap<string, Shape> }
  | { readonly _tag: "List"; readonly maximum: number | undefined; readonly item: Shape | undefined }

export const of = (schema: Schema.Top): Shape | undefined => shapeOf(SchemaAST.toEncoded(schema.ast))

const shapeOf = (ast: SchemaAST.AST): Shape | undefined => {
  switch (ast._tag) {
    case "Objects":
      return ast.indexSignatures.length > 0
        ? { _tag: "Record", maximum: boundOf(ast, "isMaxProperties", "maxProperties") }
        : {
          _tag: "Object",
          keys: new Map(ast.propertySignatures.map(({ name, type }) => [String(name), shapeOf(type)])),
          optional: new Set(
            ast.propertySignatures.filter(({ type }) => SchemaAST.isOptional(type)).map(({ name }) => String(name))
          )
        }
    case "Arrays":
      return {
        _tag: "List",
        maximum: boundOf(ast, "isMaxLength", "maxLength"),
        item: ast.rest[0] === undefined ? undefined : shapeOf(ast.rest[0])
      }
    case "Union":
      return ofMembers(membersOf(ast))
    default:
      return undefined
  }
}

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(membersOf) : [ast]

const ofMembers = (members: ReadonlyArray<SchemaAST.AST>): Shape | undefined => {
  const shaped = members.filter((member) => member._tag === "Objects" || member._tag === "Arrays")
  if (shaped.length <= 1) return shaped[0] === undefined ? undefined : shapeOf(shaped[0])
  const byType = new Map<string, Shape>()
  for (const member of shaped) {
    const shape = shapeOf(member)
    if (shape !== undefined) { for (const type of typesOf(member)) byType.set(type, shape) }
  }
  return { _tag: "Tagged", byType }
}

const typesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const type = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "type")?.type : undefined
  return type === undefined
    ? []
    : membersOf(type).flatMap((member) => member._tag === "Literal" ? [String(member.literal)] : [])
}

const boundOf = (ast: SchemaAST.AST, check: string, name: string): number | undefined => {
  for (const { annotations } of ast.checks ?? []) {
    const declared = annotations?.representation as
      | { readonly id?: unknown; readonly payload?: { readonly [name: string]: unknown } | null }
      | undefined
    const bound = declared?.id === `effect/schema/${check}` ? declared.payload?.[name] : undefined
    if (typeof bound === "number") return bound
  }
  return undefined
}

/** Reads an Office Open XML package (ECMA-376, part 2): relations between its parts, and document properties. */
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import type { Account } from "./account.ts"
import type { Archive } from "./archive.ts"
import { all, child, content, type Element, elements, parse } from "./xml.ts"

export interface Relation {
  readonly target: string
  readonly type: string
  readonly isOutside: boolean
}

const resolve = (part: string, target: string): string =>
  PercentEncoding.decode(new URL(target, `file:///${part}`).pathname.slice(1))

export const relationsOf = (archive: Archive, part: string, account: Account): ReadonlyMap<string, Relation> => {
  const at = part.lastIndexOf("/") + 1
  const bytes = archive.read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
  if (bytes === undefined) return new Map()
  return new Map(
    all(parse(bytes, account), "Relationship").flatMap(({ attributes }) => {
      const target = attributes.get("Target") ?? ""
      const isOutside = attributes.get("TargetMode") === "External"
      if (!isOutside && !URL.canParse(target, `file:///${part}`)) return []
      const relation = {
        target: isOutside ? target : resolve(part, target),
        type: (attributes.get("Type") ?? "").split("/").at(-1)!,
        isOutside
      }
      return [[attributes.get("Id") ?? "", relation] as const]
    })
  )
}

export const partOf = (archive: Archive, name: string | undefined, account: Account): Element | undefined => {
  const bytes = name === undefined ? undefined : archive.read(name)
  return bytes === undefined ? undefined : elements(parse(bytes, account))[0]
}

export const mainPart = (archive: Archive, account: Account): string | undefined =>
  [...relationsOf(archive, "", account).values()].find(({ type }) => type === "officeDocument")?.target

const named = (root: Element | undefined, name: string): string | undefined => {
  const text = content(child(root, name)).trim()
  return text === "" ? undefined : text
}

export const propertiesOf = (archive: Archive, account: Account) => {
  const core = partOf(archive, "docProps/core.xml", account)
  account.omit("macro", archive.names.some((name) => name.endsWith("/vbaProject.bin")) ? 1 : 0)
  return { title: named(core, "title"), author: named(core, "creator"), language: named(core, "language") }
}

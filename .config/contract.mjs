// Writes docs/reference/contract.md from the schemas and from .config/contract.json, which says for each part of the
// contract what state it is in and which test proves it. With --check it only compares, and fails when a field of the
// contract has no row, a row has no field, or a proof is not a test of this repository.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { OpenApi } from "../packages/schema/src/index.ts"
import { cell, finish, root, write } from "./reference.mjs"

const { proofs, sections } = JSON.parse(readFileSync(join(root, ".config/contract.json"), "utf8"))

const typeOf = (schema) => schema.properties?.type?.enum

/** Every field below a schema, as `path -> description`; members of a union are told apart by their `type`. */
const fieldsOf = (schema, path, fields = new Map()) => {
  for (const member of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    const names = typeOf(member)
    if (names !== undefined && schema.anyOf !== undefined) {
      for (const name of names) {
        fields.set(`${path}.${name}`, member.description)
        const { type: _type, ...properties } = member.properties
        fieldsOf({ properties }, `${path}.${name}`, fields)
      }
    } else fieldsOf(member, path, fields)
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = path === "" ? name : `${path}.${name}`
    fields.set(own, { text: field.description, default: field.default })
    fieldsOf(field, own, fields)
  }
  if (schema.items !== undefined) fieldsOf(schema.items, path, fields)
  return fields
}

const faults = []
const used = new Set()
const proofOf = (section, path) => {
  const candidates = Object.keys(proofs[section] ?? {})
    .filter((key) => path === key || path.startsWith(`${key}.`) || key === "*")
    .toSorted((left, right) => (right === "*" ? 0 : right.length) - (left === "*" ? 0 : left.length))
  if (candidates[0] === undefined) {
    faults.push(`${section}: ${path} has no entry in .config/contract.json`)
    return { state: "later", test: "" }
  }
  used.add(`${section} ${candidates[0]}`)
  return proofs[section][candidates[0]]
}

const checkProof = (section, path, { state, test }) => {
  if (!["done", "partial", "later"].includes(state)) faults.push(`${section}: ${path}: unknown state ${state}`)
  if (state === "later" && test === undefined) return ""
  const [file, title] = (test ?? "").split(" > ")
  let text = ""
  try {
    text = readFileSync(join(root, file), "utf8")
  } catch {
    faults.push(`${section}: ${path}: there is no test file ${file}`)
    return ""
  }
  if (title === undefined || !text.includes(title)) faults.push(`${section}: ${path}: ${file} has no test "${title}"`)
  return `[${title}](../../${file})`
}

const lines = [
  "# The contract, field by field",
  "",
  "<!-- Made by `node .config/contract.mjs` from the schemas. -->",
  "",
  "Every field is checked against the schemas, and every test named here exists.",
  "`done`: implemented. `partial`: see the note. `later`: accepted, with a warning."
]
for (const { body, skip = [], title } of sections) {
  lines.push("", `## ${title}`, "", "| field | default | state | proof |", "| --- | --- | --- | --- |")
  const rows = body === undefined
    ? Object.keys(proofs[title]).map((path) => [path, {}])
    : [...fieldsOf(OpenApi.jsonSchema(body).schema, "")].filter(([path]) =>
      !skip.some((prefix) => path.startsWith(prefix))
    )
  for (const [path, about] of rows) {
    const proof = proofOf(title, path)
    const link = checkProof(title, path, proof)
    const standard = about?.default === undefined ? "" : `\`${JSON.stringify(about.default)}\``
    const note = proof.note === undefined ? "" : `: ${proof.note}`
    lines.push(`| \`${cell(path)}\` | ${cell(standard)} | ${proof.state}${cell(note)} | ${cell(link)} |`)
  }
}
for (const section of Object.keys(proofs)) {
  for (const key of Object.keys(proofs[section])) {
    if (!used.has(`${section} ${key}`)) {
      faults.push(`.config/contract.json: ${section}: ${key} is no field of the contract`)
    }
  }
}
finish(
  [...faults, ...write("contract", lines)],
  `contract: ${lines.filter((line) => line.startsWith("| `")).length} rows, every proof is a test`
)

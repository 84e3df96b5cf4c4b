// Shortens the way from an import to its code: each file that a runtime loads takes a millisecond of processor time.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const statement = /^(import|export) \{([^}]*)\}(?: from "([^"]+)")?;$/gm

/** `a as b, c` as pairs of both names. */
const pairsOf = (list) =>
  list.split(",").map((part) => part.trim()).filter((part) => part !== "").map((part) => {
    const [name, alias = name] = part.split(" as ")
    return [name, alias]
  })

/** The file of each export of a file without own code, and the name in that file. */
export const sourcesOf = (code) => {
  const statements = [...code.matchAll(statement)]
  if (code.replaceAll(statement, "").trim() !== "") throw new Error(`a file of exports contains code:\n${code}`)
  const imported = new Map()
  for (const [, kind, list, file] of statements) {
    if (kind === "import") { for (const [name, alias] of pairsOf(list)) imported.set(alias, { name, file }) }
  }
  return new Map(
    statements.filter(([, kind]) => kind === "export").flatMap(([, , list, file]) =>
      pairsOf(list).map(([name, alias]) => [alias, file === undefined ? imported.get(name) : { name, file }])
    )
  )
}

const helperImport = /^import \{ ([^}]+) \} from "([^"]*rolldown-runtime[^"]*)";$/m

const isHelper = (file) => file.includes("rolldown-runtime")

/** Puts the helpers of rolldown into the files of a folder that import them. */
export const includeHelpers = (folder, files) => {
  for (const file of files) {
    const path = join(folder, file)
    const code = readFileSync(path, "utf8")
    const found = helperImport.exec(code)
    if (found === null) continue
    const [line, names, helpers] = found
    const body = readFileSync(join(dirname(path), helpers), "utf8").replace(/^export .*$/m, "")
    writeFileSync(path, code.replace(line, () => `const { ${names} } = (() => {\n${body}\nreturn { ${names} };\n})();`))
  }
  for (const file of files.filter(isHelper)) rmSync(join(folder, file))
}

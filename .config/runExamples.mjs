// Runs programs one after the other and says what each printed, a line of JSON for each: folder, then names of files.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { inspect } from "node:util"

const [folder, ...names] = process.argv.slice(2)
const say = process.stdout.write.bind(process.stdout)
for (const name of names) {
  const printed = []
  console.log = (...parts) => {
    const text = parts.map((part) =>
      typeof part === "string" ? part : inspect(part, { breakLength: Number.POSITIVE_INFINITY, depth: 6 })
    ).join(" ")
    printed.push(text)
  }
  let error
  try {
    await import(pathToFileURL(join(folder, name)).href)
  } catch (thrown) {
    error = inspect(thrown, { depth: 3 })
  }
  say(`${JSON.stringify({ name, printed, error })}\n`)
}
process.exit()

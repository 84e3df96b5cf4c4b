// Loaded before a program, and before each thread that it starts: writes which sources of packages each of them loads.
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { threadId } from "node:worker_threads"

const record = join(process.env.RECORDED, `${threadId}.txt`)
registerHooks({
  load: (url, context, next) => {
    // written at once: a thread can be ended before it exits
    if (/\/packages\/.+\/src\//.test(url)) appendFileSync(record, `${fileURLToPath(url)}\n`)
    return next(url, context)
  }
})

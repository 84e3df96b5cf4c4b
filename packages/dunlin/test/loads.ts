/** A thread that does something with a module, and tells which modules were loaded for it: `new Worker(loads.ts)`. */
import { registerHooks } from "node:module"
import { parentPort, workerData } from "node:worker_threads"

/** What was loaded: the address of a module, and the bytes of its source. */
export type Loaded = ReadonlyArray<{ readonly url: string; readonly bytes: number }>

/** `use` is a function body that is given the module as `it`. */
export interface Task {
  readonly module: string
  readonly use?: string | undefined
}

const task: Task = workerData
const loaded: Array<Loaded[number]> = []
registerHooks({
  load: (url, context, next) => {
    const result = next(url, context)
    if (!url.startsWith("node:")) loaded.push({ url, bytes: Buffer.byteLength(result.source ?? "") })
    return result
  }
})
const it: unknown = await import(import.meta.resolve(task.module))
if (task.use !== undefined) await new Function("it", `return (async () => { ${task.use} })()`)(it)
parentPort?.postMessage(loaded, [])

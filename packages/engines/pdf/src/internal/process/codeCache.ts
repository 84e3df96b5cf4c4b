import { readFileSync, renameSync, writeFileSync } from "node:fs"
import * as NodeModule from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { constants, Script } from "node:vm"
import { crc32 } from "node:zlib"

const uncached = new Map<Script, string>()

const CHECKSUM = 4

/** Reads a cached file. It starts with a checksum, because V8 does not validate the code. */
const read = (path: string): Buffer | undefined => {
  try {
    const stored = readFileSync(path)
    const data = stored.subarray(CHECKSUM)
    return stored.length > CHECKSUM && stored.readUInt32LE(0) === crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

const write = (path: string, data: Buffer): void => {
  const checksum = Buffer.alloc(CHECKSUM)
  checksum.writeUInt32LE(crc32(data))
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, Buffer.concat([checksum, data]))
  renameSync(draft, path)
}

/** Converts a module to a script that returns the module's exports; `undefined` if the module cannot be converted. */
const toScript = (source: string, url: string): string | undefined => {
  const exported = /\bexport\s*\{([^{}]*)\};?\s*(?:\/\/[^\n]*\s*)*$/.exec(source)
  if (exported === null || /^\s*import\b(?!\s*\()/m.test(source)) return undefined
  const members = exported[1]!.split(",").filter((name) => name.trim() !== "").map((name) => {
    const [local, as] = name.trim().split(/\s+as\s+/)
    return `${as ?? local}: ${local}`
  })
  const body = source.slice(0, exported.index).replaceAll("import.meta.url", JSON.stringify(url))
  return `"use strict";(() => {${body}\nreturn { ${members.join(", ")} }\n})()`
}

const importChanged = async <A>(url: string, change: (source: string) => string): Promise<A> => {
  const hooks = (NodeModule as Partial<typeof NodeModule>).registerHooks?.({
    load: (loaded, context, next) => {
      const result = next(loaded, context)
      const { source } = result
      if (loaded !== url || source === undefined || source === null) return result
      return {
        ...result,
        source: change(typeof source === "string" ? source : Buffer.from(source as Uint8Array).toString())
      }
    }
  })
  try {
    return await import(url) as A
  } finally {
    hooks?.deregister()
  }
}

export const load = async <A>(path: string, change = (source: string): string => source): Promise<A> => {
  const folder = NodeModule.getCompileCacheDir?.()
  const url = pathToFileURL(path).href
  const source = folder === undefined ? undefined : toScript(change(readFileSync(path, "utf8")), url)
  if (folder === undefined || source === undefined) return await importChanged<A>(url, change)
  const stored = join(folder, `${basename(path)}.${crc32(source).toString(16)}`)
  const cachedData = read(stored)
  const script = new Script(source, {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  })
  if (cachedData === undefined || script.cachedDataRejected === true) uncached.set(script, stored)
  return script.runInThisContext() as A
}

export const isIncomplete = (): boolean => uncached.size > 0

/** Stores compiled code for the next start. A failure only slows down that start. */
export const store = (): void => {
  try {
    for (const [script, path] of uncached) write(path, script.createCachedData())
    NodeModule.flushCompileCache?.()
  } catch {
    // The disk is full, or the folder belongs to another user now.
  }
  uncached.clear()
}

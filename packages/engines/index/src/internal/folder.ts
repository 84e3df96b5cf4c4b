/**
 * Writes and reads a folder for searches in browsers: a small file with the version, and a folder of parts for each
 * version. When the parts of an older version are gone, the browser loads the new version.
 */
import type { FrozenHit, FrozenIndex, FrozenPassage } from "../FrozenIndex.ts"

export const START = "search.json"

const FORMAT = 1

const VERSION_LENGTH = 12

interface Start {
  readonly format: number
  readonly version: string
  readonly base?: string
  readonly root?: string
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const versionOf = async (parts: ReadonlyMap<string, Uint8Array>): Promise<string> => {
  const sums: Array<string> = []
  for (const [name, bytes] of parts) sums.push(name, await digest(Uint8Array.from(bytes)))
  return (await digest(bytesOf(sums.join(" ")))).slice(0, VERSION_LENGTH)
}

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")

export const filesOf = async (
  parts: ReadonlyMap<string, Uint8Array>,
  { base, root }: { readonly base?: string | undefined; readonly root?: string | undefined }
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const version = await versionOf(parts)
  const start: Start = {
    format: FORMAT,
    version,
    ...(base === undefined || root === undefined ? {} : { base, root })
  }
  const out = new Map<string, Uint8Array>()
  for (const [name, bytes] of parts) out.set(folderOf(version) + fileOf(name), bytes)
  // This file is written last, so that a browser that reads it finds the parts.
  out.set(START, bytesOf(JSON.stringify(start)))
  return out
}

const folderOf = (version: string): string => `index-${version}/`

/** Returns the file of a part. Its name has an extension, because some web servers map `index` to `index.html`. */
const fileOf = (name: string): string => `${name}.bin`

export type ReadFile = (url: URL, options: { readonly isFresh: boolean }) => Promise<Uint8Array | ArrayBuffer>

const startOf = async (folder: URL, readFile: ReadFile): Promise<Start> => {
  const url = new URL(START, folder)
  const text = new TextDecoder().decode(await readFile(url, { isFresh: true }))
  let start: Partial<Start> | undefined
  try {
    start = JSON.parse(text) as Partial<Start>
  } catch {
    start = undefined
  }
  if (typeof start?.version === "string" && start.format === FORMAT) return start as Start
  throw new TypeError(`${url.href} is not a search index of this version: write the folder again`)
}

/**
 * Returns a function that links hits to the site that contains the folder, which may be a preview or a copy on
 * another host.
 */
const linker = (folder: URL, { base, root }: Start): (url: string) => string => {
  if (base === undefined || root === undefined) return (url) => url
  const site = new URL(root, folder)
  return (url) => url.startsWith(base) ? new URL(`./${url.slice(base.length)}`, site).href : url
}

const linked = (hit: FrozenHit, link: (url: string) => string): FrozenHit => {
  const passage = <A extends FrozenPassage>(one: A): A => ({ ...one, url: link(one.url) })
  return { ...passage(hit), sections: hit.sections.map(passage) }
}

export const openFolder = async (
  folder: URL,
  readFile: ReadFile,
  openParts: (read: (name: string) => Promise<Uint8Array | ArrayBuffer>) => Promise<FrozenIndex>
): Promise<FrozenIndex> => {
  const read = async () => {
    const start = await startOf(folder, readFile)
    const parts = new URL(folderOf(start.version), folder)
    const index = await openParts((name) => readFile(new URL(fileOf(name), parts), { isFresh: false }))
    return { index, link: linker(folder, start), version: start.version }
  }
  let current = await read()
  return {
    search: async (query, limit, options) => {
      const search = async () =>
        (await current.index.search(query, limit, options)).map((hit) => linked(hit, current.link))
      try {
        return await search()
      } catch (cause) {
        const { version } = current
        const next = await read().catch(() => undefined)
        if (next === undefined || next.version === version) throw cause
        current = next
        return search()
      }
    }
  }
}

/**
 * Runs the search in a reader's browser. It loads the index parts that a question needs. Each part is a script,
 * because a page opened from a local folder cannot load other files.
 */
import { type Ask, type Indexes, open } from "./ask.ts"

interface Store {
  readonly DUNLIN_PAGES?: Indexes["pages"]
  DUNLIN_PART?: (name: string, base64: string) => void
  DUNLIN_SEARCH?: Promise<Ask>
}

const store = globalThis as Store
const folder = new URL("search/", document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "")
const parts = new Map<string, Uint8Array>()

store.DUNLIN_PART = (name, base64) => parts.set(name, Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))

const read = (name: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = new URL(`${name}.js`, folder).href
    script.addEventListener("load", () => {
      const part = parts.get(name)
      parts.delete(name)
      script.remove()
      if (part === undefined) reject(new Error(`${script.src} does not contain a part of the index`))
      else resolve(part)
    })
    script.addEventListener("error", () => {
      script.remove()
      reject(new Error(`${script.src} cannot be read`))
    })
    document.head.append(script)
  })

if (store.DUNLIN_PAGES !== undefined) store.DUNLIN_SEARCH = open({ pages: store.DUNLIN_PAGES, read })

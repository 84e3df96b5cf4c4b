/** Work on pages, done by a worker that is replaced when it does not come back. */
import { trusted } from "./trusted.ts"
import type { Work, Worked } from "./worker.ts"

/** Milliseconds one page may take. */
const LONGEST_WORK = 10_000

type Asked = Work extends infer One ? One extends Work ? Omit<One, "id"> : never : never

let worker: Worker | undefined
let last = 0
const waiting = new Map<number, (worked: Worked) => void>()

const start = (): Worker => {
  const started = new Worker(trusted.createScriptURL(new URL("worker.js", import.meta.url).href), { type: "module" })
  started.addEventListener("message", ({ data }: MessageEvent<Worked>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  started.addEventListener("error", (error) => giveUp(error.message))
  return started
}

/** Ends the worker and everything it was asked. */
const giveUp = (error: string) => {
  worker?.terminate()
  worker = undefined
  for (const [id, answer] of waiting) answer({ id, kind: "failed", error })
  waiting.clear()
}

export const ask = (work: Asked): Promise<Worked> =>
  new Promise((resolve) => {
    const id = ++last
    const timer = setTimeout(() => giveUp("This page takes too long to show; the raw view has it."), LONGEST_WORK)
    waiting.set(id, (worked) => {
      clearTimeout(timer)
      resolve(worked)
    })
    worker ??= start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    worker.postMessage({ ...work, id })
  })

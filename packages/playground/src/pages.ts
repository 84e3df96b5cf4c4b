/** Work on pages, done by workers that are replaced when they do not come back. */
import type { Explanation } from "@dunlin/transformers/Html"
import type { Explain } from "./explainer.ts"
import type { Render } from "./renderer.ts"
import type { Worked } from "./serve.ts"
import { trusted } from "./trusted.ts"

/** Milliseconds one page may take. */
const LONGEST_WORK = 10_000

class Workers<Input extends object, Result> {
  private worker: Worker | undefined
  private last = 0
  private readonly waiting = new Map<number, (worked: Worked<Result>) => void>()
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  /** Rejects with an error for people when the page cannot be worked on. */
  ask(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = ++this.last
      const timer = setTimeout(
        () => this.giveUp("This page takes too long to show; the raw view has it."),
        LONGEST_WORK
      )
      this.waiting.set(id, (worked) => {
        clearTimeout(timer)
        if ("error" in worked) reject(new Error(worked.error))
        else resolve(worked.result)
      })
      this.worker ??= this.start()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
      this.worker.postMessage({ ...input, id })
    })
  }

  private start(): Worker {
    const started = new Worker(trusted.createScriptURL(new URL(this.file, import.meta.url).href), { type: "module" })
    started.addEventListener("message", ({ data }: MessageEvent<Worked<Result>>) => {
      this.waiting.get(data.id)?.(data)
      this.waiting.delete(data.id)
    })
    started.addEventListener("error", (error) => this.giveUp(error.message))
    return started
  }

  /** Ends the worker and everything it was asked. */
  private giveUp(error: string): void {
    this.worker?.terminate()
    this.worker = undefined
    for (const [id, answer] of this.waiting) answer({ id, error })
    this.waiting.clear()
  }
}

const renderers = new Workers<Render, string>("renderer.js")
const explainers = new Workers<Explain, Explanation>("explainer.js")

/** HTML of Markdown, in which words are marked. */
export const render = (markdown: string, words: ReadonlyArray<string>): Promise<string> =>
  renderers.ask({ kind: "render", markdown, words })

/** Why each text of a page is content or not. */
export const explain = (html: string, url: string): Promise<Explanation> =>
  explainers.ask({ kind: "explain", html, url })

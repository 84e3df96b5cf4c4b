/** Processes pages in workers. A worker that does not respond is replaced. */
import type { Explanation } from "@dunlin/transformers/Html"
import type { Explain } from "./explainer.ts"
import type { Render } from "./renderer.ts"
import type { Worked } from "./serve.ts"
import { trusted } from "./trusted.ts"

/** Timeout per page in milliseconds. */
const LONGEST_WORK = 10_000

const unwanted = "This page is no longer shown."

interface Job<Input, Result> {
  readonly id: number
  readonly input: Input
  readonly answer: (worked: Worked<Result>) => void
}

/** Renders one page at a time. If a page crashes the worker, a new one renders the next pages. */
class Workers<Input extends object, Result> {
  private worker: Worker | undefined
  private last = 0
  private readonly waiting: Array<Job<Input, Result>> = []
  private current: Job<Input, Result> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  /** Rejects with an error for people if the page cannot be processed, or is no longer `wanted`. */
  ask(input: Input, wanted: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const answer = (worked: Worked<Result>) => {
        if ("error" in worked) reject(new Error(worked.error))
        else resolve(worked.result)
      }
      const job = { id: ++this.last, input, answer }
      wanted.addEventListener("abort", () => this.drop(job), { once: true })
      if (wanted.aborted) return answer({ id: job.id, error: unwanted })
      this.waiting.push(job)
      if (this.current === undefined) this.next()
    })
  }

  /** Cancels a page that is no longer shown, so that no other page waits for it. */
  private drop(job: Job<Input, Result>): void {
    const place = this.waiting.indexOf(job)
    if (place !== -1) {
      this.waiting.splice(place, 1)
      job.answer({ id: job.id, error: unwanted })
    } else if (job === this.current) this.giveUp(unwanted)
  }

  private next(): void {
    this.current = this.waiting.shift()
    if (this.current === undefined) return
    const { id, input } = this.current
    this.timer = setTimeout(
      () => this.giveUp("This page takes too long to display; see the raw view."),
      LONGEST_WORK
    )
    this.worker ??= this.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    this.worker.postMessage({ ...input, id })
  }

  private end(worked: Worked<Result>): void {
    if (worked.id !== this.current?.id) return
    clearTimeout(this.timer)
    this.current.answer(worked)
    this.next()
  }

  private start(): Worker {
    const started = new Worker(trusted.createScriptURL(new URL(this.file, import.meta.url).href), { type: "module" })
    started.addEventListener("message", ({ data }: MessageEvent<Worked<Result>>) => this.end(data))
    started.addEventListener("error", (error) => {
      if (started === this.worker) this.giveUp(error.message)
    })
    return started
  }

  private giveUp(error: string): void {
    this.worker?.terminate()
    this.worker = undefined
    if (this.current !== undefined) this.end({ id: this.current.id, error })
  }
}

const renderers = new Workers<Render, string>("renderer.js")
const explainers = new Workers<Explain, Explanation>("explainer.js")

export const render = (markdown: string, words: ReadonlyArray<string>, wanted: AbortSignal): Promise<string> =>
  renderers.ask({ kind: "render", markdown, words }, wanted)

export const explain = (html: string, url: string, wanted: AbortSignal): Promise<Explanation> =>
  explainers.ask({ kind: "explain", html, url }, wanted)

/**
 * Parses large pages in a worker thread: one page at a time, one result per page.
 *
 * @since 0.1.0
 */
import * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Engine, Module } from "../../html/MarkdownEngine.ts"
import { TransformError } from "../../TransformError.ts"
import { convertWith } from "./convertWith.ts"
import { type Done, type Job, run } from "./formats.ts"
import type { OfficeJob } from "./office.ts"
import { type PlainJob, readPlain } from "./plain.ts"

export type Question =
  | { readonly job: Job; readonly engine?: Module | undefined }
  | { readonly plain: PlainJob }
  | { readonly office: OfficeJob }

export type Answer = { readonly done: Done } | { readonly error: typeof TransformError.Encoded }

const load = ({ name, url }: Module): Promise<Engine> => import(url).then((module) => module[name])

const readOfficeFile = async (office: OfficeJob): Promise<Answer> => {
  const { readOffice } = await import("./office.ts")
  try {
    return { done: readOffice(office) }
  } catch (cause) {
    if (!(cause instanceof TransformError)) throw cause
    return { error: Schema.encodeSync(TransformError)(cause) }
  }
}

Threads.serve(async (question: Question): Promise<Answer> => {
  if ("plain" in question) return { done: readPlain(question.plain) }
  if ("office" in question) return readOfficeFile(question.office)
  const { engine, job } = question
  if (engine === undefined) return { done: run(job) }
  const loaded = await load(engine)
  return Effect.runPromise(Effect.match(convertWith(loaded, job), {
    onSuccess: (done) => ({ done }),
    onFailure: (error) => ({ error: Schema.encodeSync(TransformError)(error) })
  }))
})

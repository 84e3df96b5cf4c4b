/** Selects from the text of a page: from a long one in a thread, so that others are answered meanwhile. */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Selected, selected, type Selection } from "./selected.ts"

/** Characters from which a text is long: a selection from it takes 50 milliseconds. */
const LONG_TEXT = 500_000

export const isLong = (markdown: string): boolean => markdown.length > LONG_TEXT

/** What was selected; of a long text that took too long, undefined. */
export type Select = (selection: Selection) => Effect.Effect<Selected | undefined>

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/model/selecting" }

/** Threads that start with the first long text, and end with the scope. Where there are none, all is read here. */
export const make: Effect.Effect<Select, never, Scope.Scope> = Effect.suspend(() => {
  const entry = PackageFile.module(asker, "internal/model/selectingWorker")
  if (entry === undefined || !Threads.areSupported()) {
    return Effect.succeed((selection) => Effect.sync(() => selected(selection)))
  }
  return Effect.map(
    Threads.make<Selection, Selected>({ entry }),
    ({ run }) => (selection) =>
      isLong(selection.markdown)
        ? Effect.catch(run(selection), () => Effect.succeed(undefined))
        : Effect.sync(() => selected(selection))
  )
})

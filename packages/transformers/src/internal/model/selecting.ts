/** Selects text of a page. A long text is processed in a thread, so that other work can run. */
import * as PackageFile from "@dunlin/common/PackageFile"
import * as Threads from "@dunlin/common/Threads"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Selected, selected, type Selection } from "./selected.ts"

/** A selection from a text of this length takes 50 ms. */
const LONG_TEXT = 500_000

export const isLong = (markdown: string): boolean => markdown.length > LONG_TEXT

export type Select = (selection: Selection) => Effect.Effect<Selected | undefined>

const asker = { here: import.meta.url, name: "@dunlin/transformers", module: "internal/model/selecting" }

/** Starts threads with the first long text. Without threads, the calling thread is used. */
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

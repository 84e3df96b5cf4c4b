/** Entry of the threads of `Threads.test.ts`. */
import { Threads } from "@dunlin/common"

export type Job =
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "fail" }
  | { readonly kind: "endless" }
  | { readonly kind: "grow" }

Threads.serve(async (job: Job): Promise<number> => {
  switch (job.kind) {
    case "double":
      return job.value * 2
    case "fail":
      throw new Error("no such number")
    case "endless":
      while (true) {
        // what only the end of the thread stops
      }
    case "grow": {
      const kept: Array<Array<number>> = []
      while (true) kept.push(Array.from({ length: 100_000 }, (_, at) => at))
    }
  }
})

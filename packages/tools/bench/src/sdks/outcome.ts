/** Records the outcome of one call of a client. */
export interface Outcome {
  readonly client: string
  readonly version: string
  readonly method: string
  readonly works: boolean
  readonly why: string
}

/** Timeout of a client's program in milliseconds. */
export const PATIENCE_MS = 300_000

const MOST_LETTERS = 300

const shown = (value: unknown): string => {
  const text = value instanceof Error ? value.message : JSON.stringify(value) ?? "undefined"
  return text.replace(/\s+/g, " ").slice(0, MOST_LETTERS)
}

export const recorder = (client: string, version: string) => {
  const outcomes: Array<Outcome> = []
  return {
    outcomes,
    call: async (method: string, run: () => Promise<unknown>, isRight: (answer: any) => unknown): Promise<any> => {
      try {
        const answer = await run()
        let works = false
        try {
          works = Boolean(isRight(answer))
        } catch {
          // A field that the check reads is missing.
        }
        outcomes.push({ client, version, method, works, why: works ? "" : `answer: ${shown(answer)}` })
        return answer
      } catch (error) {
        outcomes.push({ client, version, method, works: false, why: shown(error) })
        return undefined
      }
    }
  }
}

export const outcomesOf = (printed: string): ReadonlyArray<Outcome> =>
  printed.split("\n").filter((line) => line.startsWith("{\"client\"")).map((line): Outcome => JSON.parse(line))

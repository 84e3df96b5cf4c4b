/**
 * Receives and sends messages in a worker. The worker runs outside of the page that shows the result, so that the
 * page stays responsive.
 */

export type Worked<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string }

export const serve = <Input, Result>(work: (input: Input) => Result): void =>
  addEventListener("message", ({ data }: MessageEvent<Input & { readonly id: number }>) => {
    const { id } = data
    let answer: Worked<Result>
    try {
      answer = { id, result: work(data) }
    } catch (error) {
      answer = { id, error: String(error) }
    }
    postMessage(answer)
  })

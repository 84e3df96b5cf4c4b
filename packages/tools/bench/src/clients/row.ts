/** Defines a call of a client, and whether its result is as expected. */
export interface Row {
  readonly client: string
  readonly call: string
  readonly ok: boolean
  readonly why: string
}

export const checked = async (
  client: string,
  call: string,
  run: () => Promise<unknown>,
  expected: RegExp
): Promise<Row> => {
  try {
    const answer = await run()
    const text = typeof answer === "string" ? answer : JSON.stringify(answer)
    return { client, call, ok: expected.test(text), why: text.slice(0, 160) }
  } catch (error) {
    return { client, call, ok: expected.test(String(error)), why: String(error).slice(0, 300) }
  }
}

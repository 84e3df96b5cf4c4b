import { assert, it } from "@effect/vitest"
import type * as Signals from "../src/internal/cli/signals.ts"

const { handler }: typeof Signals = await import(new URL("../src/internal/cli/signals.ts", import.meta.url).href)

/** A process whose time passes by hand. */
const fake = () => {
  let time = 0
  const timers: Array<{ readonly at: number; readonly action: () => void }> = []
  const done: Array<string> = []
  const signal = handler({
    now: () => time,
    after: (milliseconds, action) => void timers.push({ at: time + milliseconds, action }),
    hurry: () => done.push(`hurry at ${time}`),
    exit: () => done.push(`exit at ${time}`)
  })
  const pass = (milliseconds: number) => {
    for (const end = time + milliseconds; time < end;) {
      time += 100
      for (const { action, at } of timers) if (at === time) action()
    }
    return done
  }
  return { signal, pass }
}

it("stops a process within 30 seconds of one signal, whatever does not close", () => {
  const { pass, signal } = fake()
  signal()
  assert.deepStrictEqual(pass(24_900), [])
  assert.deepStrictEqual(pass(10_000), ["hurry at 25000", "exit at 28000"])
})

it("stops faster at a second signal, unless it arrives within a second", () => {
  const { pass, signal } = fake()
  signal()
  pass(900)
  signal()
  assert.deepStrictEqual(pass(1100), [])
  signal()
  signal()
  assert.deepStrictEqual(pass(60_000), ["hurry at 2000", "exit at 5000"])
})

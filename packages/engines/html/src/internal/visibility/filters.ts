/**
 * Computes the effect of filters on colours.
 *
 * @since 0.4.0
 */
import type { Color } from "./colors.ts"
import { rangeOf } from "./lengths.ts"

const BRIGHTEST = 255
/** The value of a channel that the filter `contrast` does not change. */
const MIDDLE = BRIGHTEST / 2

/** Computes the effect of each filter on a channel, by the filter's amount (Filter Effects 1). */
const channels: ReadonlyMap<string, (channel: number, amount: number) => number> = new Map([
  ["brightness", (channel, amount) => channel * amount],
  ["contrast", (channel, amount) => (channel - MIDDLE) * amount + MIDDLE],
  ["invert", (channel, amount) => channel + (BRIGHTEST - 2 * channel) * Math.min(1, amount)]
])

const functions = /\b(brightness|contrast|invert)\(([^()]*)\)/g

const within = (channel: number): number => Math.min(BRIGHTEST, Math.max(0, channel))

const amountOf = (text: string): number | undefined => {
  if (text === "") return 1
  if (text.endsWith("%")) return Number.parseFloat(text) / 100
  const range = rangeOf(text)
  return range === undefined || range.isLength || range.least !== range.most ? undefined : range.most
}

export const recolored = (value: string | undefined): ((color: Color) => Color) | undefined => {
  if (value === undefined || value.replace(functions, "").trim() !== "") return undefined
  const steps = [...value.matchAll(functions)].map(([, name = "", amount = ""]) => ({
    of: channels.get(name)!,
    amount: amountOf(amount.trim())
  }))
  if (steps.length === 0 || steps.some(({ amount }) => amount === undefined)) return undefined
  return ([red, green, blue, alpha]) => {
    const of = (channel: number) => steps.reduce((sum, step) => within(step.of(sum, step.amount!)), channel)
    return [of(red), of(green), of(blue), alpha]
  }
}

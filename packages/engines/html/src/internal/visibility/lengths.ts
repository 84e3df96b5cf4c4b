/**
 * Evaluates lengths, percentages and numbers of CSS, with the arithmetic of `calc()`, `min()`, `max()` and `clamp()`.
 *
 * The base of a percentage is unknown without layout, so its range is from 0 to that percentage of the window width.
 *
 * @since 0.3.0
 */
import { EM, WINDOW } from "./media.ts"

export interface Range {
  readonly least: number
  readonly most: number
  /** Whether the value is a length or percentage. Of plain numbers, only 0 is a length. */
  readonly isLength: boolean
}

const DEEPEST = 12

const units: Readonly<Record<string, number | undefined>> = {
  px: 1,
  em: EM,
  rem: EM,
  ex: EM / 2,
  ch: EM / 2,
  ...Object.fromEntries(
    ["", "d", "s", "l"].flatMap((kind) => [[`${kind}vw`, WINDOW.width / 100], [`${kind}vh`, WINDOW.height / 100]])
  ),
  vi: WINDOW.width / 100,
  vb: WINDOW.height / 100,
  vmin: WINDOW.height / 100,
  vmax: WINDOW.width / 100,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  in: 96,
  pt: 96 / 72,
  pc: 16
}

/**
 * Returns the possible range of a value; `undefined` if it is neither a length nor a number, or depends on unknown
 * values.
 */
export const rangeOf = (value: string): Range | undefined => {
  const text = value.trim()
  const single = singleOf(text)
  if (single !== undefined) return single
  if (!/^(?:calc|min|max|clamp)\(|^-webkit-calc\(/.test(text)) return undefined
  const reader = new Arithmetic(text)
  const found = reader.value(0)
  return reader.isAtEnd ? found : undefined
}

const number = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/

const singleOf = (text: string): Range | undefined => {
  const [all, digits, unit = ""] = number.exec(text) ?? []
  return all === undefined || all.length !== text.length ? undefined : ranged(Number(digits), unit)
}

const ranged = (amount: number, unit: string): Range | undefined => {
  if (unit === "") return { least: amount, most: amount, isLength: false }
  if (unit === "%") {
    const whole = amount * WINDOW.width / 100
    return { least: Math.min(0, whole), most: Math.max(0, whole), isLength: true }
  }
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return factor === undefined ? undefined : { least: amount * factor, most: amount * factor, isLength: true }
}

class Arithmetic {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    this.space()
    return this.at >= this.text.length
  }

  private space(): void {
    while (this.text[this.at] === " ") this.at++
  }

  private takes(sign: string): boolean {
    this.space()
    if (this.text[this.at] !== sign) return false
    this.at++
    return true
  }

  private sum(depth: number): Range | undefined {
    let sum = this.product(depth)
    while (sum !== undefined) {
      const sign = this.takes("+") ? 1 : this.takes("-") ? -1 : 0
      if (sign === 0) break
      const next = this.product(depth)
      if (next === undefined) return undefined
      const [least, most] = sign > 0 ? [next.least, next.most] : [-next.most, -next.least]
      sum = { least: sum.least + least, most: sum.most + most, isLength: sum.isLength || next.isLength }
    }
    return sum
  }

  private product(depth: number): Range | undefined {
    let product = this.value(depth)
    while (product !== undefined) {
      const isTimes = this.takes("*")
      if (!isTimes && !this.takes("/")) break
      const next = this.value(depth)
      if (next === undefined || !isTimes && (next.isLength || next.least === 0)) return undefined
      const factors = isTimes ? [next.least, next.most] : [1 / next.least]
      const all = factors.flatMap((factor) => [product!.least * factor, product!.most * factor])
      product = { least: Math.min(...all), most: Math.max(...all), isLength: product.isLength || next.isLength }
    }
    return product
  }

  value(depth: number): Range | undefined {
    if (depth > DEEPEST) return undefined
    this.space()
    const rest = this.text.slice(this.at)
    const [, name] = /^(-webkit-calc|calc|min|max|clamp|)\(/.exec(rest) ?? []
    if (name !== undefined) {
      this.at += name.length + 1
      const all: Array<Range> = []
      do {
        const one = this.sum(depth + 1)
        if (one === undefined) return undefined
        all.push(one)
      } while (this.takes(","))
      return this.takes(")") ? combined(name, all) : undefined
    }
    const [all, digits, unit = ""] = number.exec(rest) ?? []
    if (all === undefined) return undefined
    this.at += all.length
    return ranged(Number(digits), unit)
  }
}

const combined = (name: string, all: ReadonlyArray<Range>): Range | undefined => {
  const isLength = all.some((one) => one.isLength)
  // Reduced one at a time, because a function call allows only a limited number of arguments.
  const by = (choose: (one: number, other: number) => number) => ({
    least: all.map(({ least }) => least).reduce((one, other) => choose(one, other)),
    most: all.map(({ most }) => most).reduce((one, other) => choose(one, other)),
    isLength
  })
  switch (name) {
    case "min":
      return by(Math.min)
    case "max":
      return by(Math.max)
    case "clamp": {
      const [least, wanted, most] = all
      return all.length === 3 ? combined("max", [least!, combined("min", [wanted!, most!])!]) : undefined
    }
    default:
      return all.length === 1 ? all[0] : undefined
  }
}

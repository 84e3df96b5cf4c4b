/** Converts named numbers at the top of modules to variables, and changes them to find what each number decides. */
import { readdirSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { Script } from "node:vm"

export interface Constant {
  readonly url: string
  readonly name: string
  readonly value: number
  /** Whether the number has a decimal point, so that it is a measure. Other numbers are counts, and stay integers. */
  readonly isMeasure: boolean
}

const declaration = /^(export )?const (\w+) = (\d[\d_]*(?:\.\d+)?)$/gm

export const constantsIn = (source: string, url: string): ReadonlyArray<Constant> =>
  [...source.matchAll(declaration)].map(([, , name, digits]) => ({
    url,
    name: name!,
    value: Number(digits!.replaceAll("_", "")),
    isMeasure: digits!.includes(".")
  }))

export const constantsOf = (folder: string): ReadonlyArray<Constant> =>
  readdirSync(folder).filter((name) => name.endsWith(".ts")).sort().flatMap((name) =>
    constantsIn(readFileSync(join(folder, name), "utf8"), pathToFileURL(join(folder, name)).href)
  )

export const describe = ({ name, url, value }: Constant): string => `${basename(url)} ${name} = ${value}`

/** A count stays an integer and changes by at least one, except 0 with a factor below 1. */
export const moved = ({ isMeasure, value }: Constant, factor: number): number => {
  if (isMeasure) return value * factor
  const whole = Math.round(value * factor)
  return whole === value ? Math.max(0, value + Math.sign(factor - 1)) : whole
}

export const keyOf = ({ name, url }: Constant): string => `${url} ${name}`

/** Returns a module's source with other values of some numbers, by their keys. */
export const withNumbers = (source: string, url: string, values: ReadonlyMap<string, number>): string =>
  source.replace(declaration, (line, exported: string | undefined, name: string) => {
    const value = values.get(`${url} ${name}`)
    return value === undefined ? line : `${exported ?? ""}const ${name} = ${value}`
  })

const statements = /^(?=[^\s)}\]/*|?:&])/m
const comments = /\/\*\*[^]*?\*\/|\/\/.*/g
const body = /=>|\bfunction\b|\bclass\b/

/** Returns numbers that are read while a module loads, outside of functions. A later change of them has no effect. */
export const frozenIn = (source: string): ReadonlySet<string> => {
  const numbers = constantsIn(source, "")
  const found = new Set<string>()
  for (const statement of source.replace(comments, "").split(statements)) {
    if (/^(?:export )?(?:type|interface)\b/.test(statement)) continue
    const [, own] = /^(?:export )?const (\w+) = \d/.exec(statement) ?? []
    const end = statement.search(body)
    const loaded = end < 0 ? statement : statement.slice(0, end)
    for (const { name } of numbers) if (name !== own && new RegExp(`\\b${name}\\b`).test(loaded)) found.add(name)
  }
  return found
}

const holder = "dunlinNumbers"
const asked = "dunlinAsked"

const all = new Map<string, (value: number) => void>()
const isAsked = new Uint8Array(1 << 16)
const places = new Map<string, number>()
Object.assign(globalThis, { [holder]: all, [asked]: isAsked })

/** Matches unique names that one module reads. Only their reads can be recorded. */
const tells = /^[A-Z][A-Z0-9_]*$/

/**
 * Returns a module's source with its numbers as variables, which setters can change. For numbers that only this
 * module uses, reads are recorded, too.
 */
export const opened = (source: string, url: string): string => {
  const numbers = constantsIn(source, url)
  const setters = numbers.map(({ name }) =>
    `globalThis.${holder}.set(${JSON.stringify(`${url} ${name}`)}, (value) => { ${name} = value })`
  )
  let text = source.replace(declaration, "$1let $2 = $3")
  for (const { name } of numbers) {
    if (!tells.test(name) || text.includes(`export let ${name} `)) continue
    places.set(`${url} ${name}`, places.size)
    text = text.replace(
      new RegExp(`(?<![\\w."'\`]|let )${name}(?![\\w"'\`:])`, "g"),
      `(${asked}[${places.size - 1}] = 1, ${name})`
    )
  }
  return `const ${asked} = globalThis.${asked}; ${text}\n${setters.join("\n")}`
}

export const set = (constant: Constant, value: number): boolean => {
  const setter = all.get(keyOf(constant))
  setter?.(value)
  return setter !== undefined
}

export const rewrite = (folders: ReadonlyArray<string>, written: (source: string, url: string) => string): void => {
  const under = folders.map((folder) => `${pathToFileURL(folder).href}/`)
  registerHooks({
    load: (url, context, next) => {
      const found = next(url, context)
      if (!under.some((start) => url.startsWith(start))) return found
      return { ...found, source: written(String(found.source), url) }
    }
  })
}

export const open = (folders: ReadonlyArray<string>): void => rewrite(folders, opened)

export interface Reading {
  readonly name: string
  readonly read: () => string
}

export type Verdict =
  /** The result of a reading changes. */
  | { readonly is: "held"; readonly by: string }
  /** A reading fails or does not end. No other result changes. */
  | { readonly is: "broken"; readonly by: string; readonly fault: string }
  | { readonly is: "loose" }
  | { readonly is: "unloaded" }

/** Milliseconds after which a reading counts as endless. */
const LONGEST = 20_000

const run = "dunlinReading"
const script = new Script(`globalThis.${run}()`)

export const outcome = (
  { read }: Reading,
  timeout = LONGEST
): { readonly text: string } | { readonly fault: string } => {
  let text = ""
  Object.assign(globalThis, { [run]: () => void (text = read()) })
  try {
    script.runInThisContext({ timeout })
    return { text }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** Whether the timeout has stopped a reading. Other readings may take as long. */
export const isEndless = (fault: string): boolean => fault.includes("timed out")

/**
 * Returns functions that report which readings change with a number. `forget` clears caches of readings, which would
 * hide a change.
 */
export const watch = (readings: ReadonlyArray<Reading>, longest = LONGEST, forget: () => void = () => {}) => {
  const expected = new Map<Reading, string>()
  const asks = new Map<Reading, Uint8Array>()
  for (const reading of readings) {
    isAsked.fill(0)
    forget()
    const first = outcome(reading, longest)
    if ("fault" in first) throw new Error(`${reading.name} cannot be read: ${first.fault}`)
    const second = outcome(reading, longest)
    if (!("text" in second) || second.text !== first.text) {
      throw new Error(`${reading.name} gives a different result each time it is read`)
    }
    expected.set(reading, first.text)
    asks.set(reading, isAsked.slice(0, places.size))
  }
  // The reading that detects one number of a file is likely to detect the next one.
  let order = [...readings]

  const forgetting: Reading = {
    name: "another page",
    read: () => {
      forget()
      return ""
    }
  }

  const noticed = (constant: Constant): Verdict => {
    const place = places.get(keyOf(constant))
    let broken: Verdict | undefined
    for (const reading of order) {
      if (place !== undefined && asks.get(reading)![place] !== 1) continue
      const found = outcome(reading, longest)
      if ("fault" in found) {
        broken ??= { is: "broken", by: reading.name, fault: found.fault }
        if (isEndless(found.fault)) break
      } else if (found.text !== expected.get(reading)) {
        order = [reading, ...order.filter((other) => other !== reading)]
        return { is: "held", by: reading.name }
      }
    }
    return broken ?? { is: "loose" }
  }

  const moveTo = (constant: Constant, value: number): Verdict => {
    if (!set(constant, value)) return { is: "unloaded" }
    // `forget` also runs the code under test, so it may never end.
    const forgotten = outcome(forgetting, longest)
    const verdict = "fault" in forgotten
      ? { is: "broken", by: forgetting.name, fault: forgotten.fault } as const
      : noticed(constant)
    set(constant, constant.value)
    forget()
    if (verdict.is === "broken") {
      const reading = readings.find(({ name }) => name === verdict.by) ?? readings[0]!
      const again = outcome(reading, longest)
      if (!("text" in again) || again.text !== expected.get(reading)) {
        throw new Error(
          `After setting ${describe(constant)} to ${value} and back, the result of ${reading.name} still differs`
        )
      }
    }
    return verdict
  }

  return {
    expected: new Map([...expected].map(([{ name }, text]) => [name, text])),
    /** Returns the verdict for the first factor that a reading detects, or for the worst factor. */
    verdict: (constant: Constant, factors: ReadonlyArray<number>): Verdict => {
      let worst: Verdict = { is: "loose" }
      for (const factor of factors) {
        const verdict = moveTo(constant, moved(constant, factor))
        if (verdict.is === "held" || verdict.is === "unloaded") return verdict
        if (worst.is === "loose") worst = verdict
      }
      return worst
    }
  }
}

export const LARGE_MOVES = [0, 2]

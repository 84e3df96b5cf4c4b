/** Numbers with names at the top of modules, as variables: what of an output does each of them decide? */
import { readdirSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { Script } from "node:vm"
import { figure } from "./report.ts"

/** A number at the top of a file. */
export interface Constant {
  /** Address of the module. */
  readonly url: string
  readonly name: string
  readonly value: number
  /** Whether it is written with a point: it measures. Others count, and stay whole. */
  readonly isMeasure: boolean
}

const declaration = /^(export )?const (\w+) = (\d[\d_]*(?:\.\d+)?)$/gm

/** The numbers of a module's source. */
export const constantsIn = (source: string, url: string): ReadonlyArray<Constant> =>
  [...source.matchAll(declaration)].map(([, , name, digits]) => ({
    url,
    name: name!,
    value: Number(digits!.replaceAll("_", "")),
    isMeasure: digits!.includes(".")
  }))

/** The numbers of the modules of a folder. */
export const constantsOf = (folder: string): ReadonlyArray<Constant> =>
  readdirSync(folder).filter((name) => name.endsWith(".ts")).sort().flatMap((name) =>
    constantsIn(readFileSync(join(folder, name), "utf8"), pathToFileURL(join(folder, name)).href)
  )

/** `judge.ts LONGEST = 7` */
export const describe = ({ name, url, value }: Constant): string => `${basename(url)} ${name} = ${value}`

/** A number moved by a factor; one that counts stays whole, and moves by one at least. */
export const moved = ({ isMeasure, value }: Constant, factor: number): number => {
  if (isMeasure) return value * factor
  const whole = Math.round(value * factor)
  return whole === value ? Math.max(0, value + Math.sign(factor - 1)) : whole
}

const holder = "dunlinNumbers"
const asked = "dunlinAsked"

/** What sets each number of the modules that were loaded open. */
const all = new Map<string, (value: number) => void>()
/** 1 for a number that was asked for, by its place in {@link places}. */
const isAsked = new Uint8Array(1 << 16)
/** Places of the numbers that tell when they are asked for. */
const places = new Map<string, number>()
Object.assign(globalThis, { [holder]: all, [asked]: isAsked })

/** Names that nothing else in a module has, and that only it reads: they can be written with something before them. */
const tells = /^[A-Z][A-Z0-9_]*$/

/**
 * A module's source in which its numbers are variables that whoever has the setters can set; those that nothing else reads
 * tell when they are asked for.
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

/** Sets a number of a module that was loaded open; says whether there is one. */
export const set = ({ name, url }: Constant, value: number): boolean => {
  const setter = all.get(`${url} ${name}`)
  setter?.(value)
  return setter !== undefined
}

/** Opens the numbers of the modules of folders, as these are loaded. */
export const open = (folders: ReadonlyArray<string>): void => {
  const under = folders.map((folder) => `${pathToFileURL(folder).href}/`)
  registerHooks({
    load: (url, context, next) => {
      const found = next(url, context)
      if (!under.some((start) => url.startsWith(start))) return found
      return { ...found, source: opened(String(found.source), url) }
    }
  })
}

/** Something that is read anew under moved numbers. */
export interface Reading {
  readonly name: string
  readonly read: () => string
}

/** Milliseconds of a reading, after which it has no end: that is noticed, too. */
const LONGEST = 20_000

const run = "dunlinReading"
const script = new Script(`globalThis.${run}()`)

/** What is read, or why it cannot be. */
const outcome = ({ read }: Reading, timeout: number): string => {
  let text = ""
  Object.assign(globalThis, { [run]: () => void (text = read()) })
  try {
    script.runInThisContext({ timeout })
    return text
  } catch (error) {
    return `\0${String(error)}`
  }
}

/**
 * Tells which readings change when a number is moved. `forget` lets go what readings have kept for others, in which a moved
 * number would not show.
 */
export const watch = (readings: ReadonlyArray<Reading>, longest = LONGEST, forget: () => void = () => {}) => {
  const expected = new Map<Reading, string>()
  const asks = new Map<Reading, Uint8Array>()
  for (const reading of readings) {
    isAsked.fill(0)
    forget()
    const text = outcome(reading, longest)
    if (text.startsWith("\0")) throw new Error(`${reading.name} cannot be read: ${text.slice(1)}`)
    if (outcome(reading, longest) !== text) throw new Error(`${reading.name} is read in another way each time`)
    expected.set(reading, text)
    asks.set(reading, isAsked.slice(0, places.size))
  }
  // what notices one number of a file is likely to notice the next
  let order = [...readings]
  const noticedBy = (constant: Constant, value: number): string | undefined => {
    // what no reading has loaded changes none
    if (!set(constant, value)) return undefined
    try {
      forget()
      const place = places.get(`${constant.url} ${constant.name}`)
      const noticed = order.find((reading) =>
        (place === undefined || asks.get(reading)![place] === 1) && outcome(reading, longest) !== expected.get(reading)
      )
      if (noticed !== undefined) order = [noticed, ...order.filter((reading) => reading !== noticed)]
      return noticed?.name
    } finally {
      set(constant, constant.value)
      forget()
    }
  }
  return {
    /** The first reading that changes under one of the factors. */
    held: (constant: Constant, factors: ReadonlyArray<number>): string | undefined => {
      for (const factor of factors) {
        const noticed = noticedBy(constant, moved(constant, factor))
        if (noticed !== undefined) return noticed
      }
      return undefined
    }
  }
}

/** Numbers that are moved, what is read meanwhile, and how far a small move goes. */
export interface Mutations {
  readonly area: string
  readonly constants: ReadonlyArray<Constant>
  readonly readings: ReadonlyArray<Reading>
  readonly small: { readonly by: string; readonly factors: ReadonlyArray<number> }
  /** Whether to print for each number which reading holds it. */
  readonly tellsBy: boolean
  /** Lets go what readings have kept for others. */
  readonly forget?: (() => void) | undefined
}

/** To nothing, and to twice as much. */
const LARGE_MOVES = [0, 2]

/** Moves every number a little and by all of it, and prints those that no reading notices. */
export const mutations = ({ area, constants, forget, readings, small, tellsBy }: Mutations): void => {
  const { held } = watch(readings, LONGEST, forget)
  let bySmall = 0
  const loose: Array<string> = []
  for (const constant of constants) {
    const little = held(constant, small.factors)
    const holder = little ?? held(constant, LARGE_MOVES)
    if (little !== undefined) bySmall++
    if (holder === undefined) loose.push(describe(constant))
    else if (tellsBy) console.log(`${describe(constant)}: ${little === undefined ? "by 100 % " : ""}${holder}`)
  }
  const byLarge = constants.length - loose.length
  console.log(
    `${constants.length} numbers, ${readings.length} readings; held when moved by ${small.by}: ${bySmall}, by 100 %: ${byLarge}. Held by none:\n${
      loose.join("\n")
    }`
  )
  figure({ area, metric: `moved by ${small.by}`, ours: bySmall })
  figure({ area, metric: "moved by 100 %", ours: byLarge })
}

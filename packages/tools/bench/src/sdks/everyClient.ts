/**
 * Runs the clients' scripts one after the other with one server. Each has its own team, so that it lists only its
 * jobs.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Running } from "../../../../dunlin/test/serverProcess.ts"
import { javascript, type Site } from "./javascript.ts"
import { javascriptVersion1 } from "./javascriptVersion1.ts"
import type { Outcome } from "./outcome.ts"
import { open, settings } from "./place.ts"
import { python } from "./python.ts"

const KEYS = ["fc-javascript", "fc-version-1", "fc-python", "fc-more"] as const

export interface Ran {
  readonly outcomes: ReadonlyArray<Outcome>
  /** One sentence for each client that could not run. */
  readonly missing: ReadonlyArray<string>
}

export type Client = (site: Site, scratch: string) => Promise<Ran>

const versionOf = (name: string): string => {
  const entry = createRequire(import.meta.url).resolve(name)
  return createRequire(entry)(join(entry.slice(0, entry.lastIndexOf(name)), name, "package.json")).version
}

export const everyClient = async (
  { more = [], scratch, start }: {
    readonly scratch: string
    readonly start: (env: Record<string, string>) => Promise<Running>
    readonly more?: ReadonlyArray<Client>
  }
): Promise<Ran> => {
  const place = await open()
  mkdirSync(scratch, { recursive: true })
  const teams = join(scratch, "teams.json")
  const threatProtection = { enabled: true, allowOverrides: true }
  writeFileSync(
    teams,
    JSON.stringify({
      teams: KEYS.map((key) => ({ id: key, keys: [key], credits: 100_000, features: { threatProtection } }))
    }),
    { mode: 0o600 }
  )
  const server = await start({ DUNLIN_DATA: join(scratch, "data"), DUNLIN_TEAMS: teams, ...settings(place) })
  const site = (key: typeof KEYS[number]): Site => ({ base: server.url, key, site: place.host })
  try {
    const version = versionOf("@mendable/firecrawl-js")
    const own = [
      ...await javascript(version, site("fc-javascript")),
      ...await javascriptVersion1(version, site("fc-version-1"))
    ]
    const ran: Array<Ran> = [{ outcomes: own, missing: [] }]
    ran.push(await python(site("fc-python"), scratch))
    for (const client of more) ran.push(await client(site("fc-more"), scratch))
    return { outcomes: ran.flatMap(({ outcomes }) => outcomes), missing: ran.flatMap(({ missing }) => missing) }
  } finally {
    await server.stop("SIGTERM")
    place.close()
  }
}

/** Defines the arguments of client calls, and checks that several calls share. */
import type { Call } from "./call.ts"

const DAY = 86_400_000

export const today = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)

export const isSince = (daysAgo: number) => (date: string | undefined) =>
  date !== undefined && Date.parse(date) >= Date.now() - (daysAgo + 1) * DAY

/** The host of the result pages. */
export const DOMAIN = "127.0.0.1"

/** Context arguments for a tool of the AI SDK. */
export const context = { toolCallId: "1", messages: [] }

export interface Setting {
  readonly add: (call: Promise<Call>) => Promise<void>
  /** URL of the server, without an API prefix. */
  readonly base: string
  /** URL of the pages that the engine returns. */
  readonly host: string
  readonly key: string
  /** Imports an installed package. */
  readonly load: (name: string) => Promise<any>
}

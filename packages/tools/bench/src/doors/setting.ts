/** Defines the arguments of client calls, and checks that several calls share. */
import type { Call } from "./call.ts"

const DAY = 86_400_000

export const today = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)

export const isSince = (daysAgo: number) => (date: string | undefined) =>
  date !== undefined && Date.parse(date) >= Date.now() - (daysAgo + 1) * DAY

export const DOMAIN = "127.0.0.1"

export const context = { toolCallId: "1", messages: [] }

export interface Setting {
  readonly add: (call: Promise<Call>) => Promise<void>
  readonly base: string
  readonly host: string
  readonly key: string
  readonly load: (name: string) => Promise<any>
}

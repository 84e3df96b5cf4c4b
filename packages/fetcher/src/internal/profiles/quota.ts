/** Limits the profiles of one team. */
import * as Duration from "effect/Duration"
import { ProfileError } from "../../FetchError.ts"

export interface Quota {
  /**
   * The maximum bytes of all profiles of one team.
   *
   * @default 268435456 (256 MiB)
   */
  readonly bytesPerTeam?: number | undefined
  /**
   * The maximum number of profiles of one team.
   *
   * @default 1000
   */
  readonly profilesPerTeam?: number | undefined
  /**
   * The time for which an unused profile is stored.
   *
   * @default 90 days
   */
  readonly keptFor?: Duration.Input | undefined
}

export const DEFAULT_BYTES_PER_TEAM = 256 * 1024 ** 2
export const DEFAULT_PROFILES_PER_TEAM = 1000
export const DEFAULT_KEPT_FOR = "90 days"

export const fullName = (owner: string, name: string): string => `${owner}\0${name}`

export const partsOf = (full: string): { readonly owner: string; readonly name: string } => {
  const at = full.indexOf("\0")
  return { owner: full.slice(0, Math.max(0, at)), name: full.slice(at + 1) }
}

/**
 * A quota with its defaults.
 *
 * @category models
 * @since 0.3.0
 */
export interface Limits {
  readonly bytesPerTeam: number
  readonly profilesPerTeam: number
  readonly keptForMillis: number
}

export const limitsOf = ({ bytesPerTeam, keptFor, profilesPerTeam }: Quota): Limits => ({
  bytesPerTeam: bytesPerTeam ?? DEFAULT_BYTES_PER_TEAM,
  profilesPerTeam: profilesPerTeam ?? DEFAULT_PROFILES_PER_TEAM,
  keptForMillis: Duration.toMillis(keptFor ?? DEFAULT_KEPT_FOR)
})

export const full = (
  of: "team" | "process",
  unit: "profiles" | "bytes",
  limit: number,
  needed: number
): ProfileError => new ProfileError({ kind: "full", quota: { of, unit, limit, needed } })

export const checkQuota = (
  { bytesPerTeam, profilesPerTeam }: Limits,
  others: { readonly count: number; readonly bytes: number },
  bytes: number
): ProfileError | undefined => {
  if (others.count + 1 > profilesPerTeam) return full("team", "profiles", profilesPerTeam, others.count + 1)
  if (others.bytes + bytes > bytesPerTeam) return full("team", "bytes", bytesPerTeam, others.bytes + bytes)
  return undefined
}

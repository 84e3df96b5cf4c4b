/**
 * Defines the browser profiles of a client.
 *
 * @since 0.3.0
 */
import type { ProfileReport, StoredProfile } from "@dunlin/schema/StoredProfile"
import type { CallOptions } from "./internal/callOptions.ts"

/**
 * The profiles that scrapes with `profile` have saved. Calls reject with `ProfileError` when the storage fails.
 *
 * **Example** (List and delete profiles)
 *
 * ```ts
 * import { Profiles } from "@dunlin/fetcher"
 * import { type ClientProfiles, createClient } from "dunlin"
 * import { Effect, Layer } from "effect"
 *
 * const stored = Profiles.makeMemory({ keptFor: "30 days" })
 * await Effect.runPromise(stored.save(Profiles.fullName("local", "shop"), JSON.stringify({ cookies: [], origins: [] })))
 *
 * await using client = createClient({ profiles: Layer.succeed(Profiles.Profiles, stored) })
 * const kept: ClientProfiles.ClientProfiles = client.profiles
 * const { profiles: [shop], usage } = await kept.list()
 * console.log(shop?.name, usage) // shop { profiles: 1, bytes: 27 }
 * console.log(await kept.delete("shop"), await kept.get("shop")) // true undefined
 * ```
 *
 * @category models
 * @since 0.3.0
 */
export interface ClientProfiles {
  /** Returns all profiles, most recently used first, and the quota. */
  readonly list: (options?: CallOptions) => Promise<ProfileReport>
  readonly get: (name: string, options?: CallOptions) => Promise<StoredProfile | undefined>
  /** Deletes a profile. Returns false if it does not exist. A scrape that is saving the profile creates it again. */
  readonly delete: (name: string, options?: CallOptions) => Promise<boolean>
}

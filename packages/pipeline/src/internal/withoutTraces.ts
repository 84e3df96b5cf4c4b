import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Retention from "../Retention.ts"

/** Loads the profile without saving it, with a warning, if the request has no retention. */
export const withoutTraces = (options: ScrapeOptions, retention: Retention.Retention) =>
  Retention.keeps(retention) || options.profile?.saveChanges !== true
    ? { options, warnings: [] }
    : {
      options: { ...options, profile: { ...options.profile, saveChanges: false } },
      warnings: ["The profile was loaded but not saved, because nothing is stored for this request."]
    }

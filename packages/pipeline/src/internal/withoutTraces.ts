import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Retention from "../Retention.ts"

/** Without retention, the profile is loaded but not saved, and a warning says so. */
export const withoutTraces = (options: ScrapeOptions, retention: Retention.Retention) =>
  Retention.keeps(retention) || options.profile?.saveChanges !== true
    ? { options, warnings: [] }
    : {
      options: { ...options, profile: { ...options.profile, saveChanges: false } },
      warnings: ["The profile was loaded but not saved, because nothing is stored for this request."]
    }

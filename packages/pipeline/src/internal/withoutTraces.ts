import type { ScrapeOptions } from "@dunlin/schema/ScrapeOptions"
import * as Retention from "../Retention.ts"

/** A request that keeps nothing saves no profile either: it reads the profile, and says that it left it as it was. */
export const withoutTraces = (options: ScrapeOptions, retention: Retention.Retention) =>
  Retention.keeps(retention) || options.profile?.saveChanges !== true
    ? { options, warnings: [] }
    : {
      options: { ...options, profile: { ...options.profile, saveChanges: false } },
      warnings: ["The profile was read and not saved, because this request keeps nothing."]
    }

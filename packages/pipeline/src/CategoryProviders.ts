/**
 * Defines providers for one category, for example GitHub's own search for `github`.
 *
 * @since 0.1.0
 */
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import type { Category } from "@dunlin/schema/Category"
import * as Context from "effect/Context"

/**
 * The additional provider of each category. It is queried in addition to the general provider, and their hits
 * alternate. By default no category has one, and a category restricts the general provider to its sites.
 *
 * @category references
 * @since 0.1.0
 */
export const CategoryProviders = Context.Reference<
  { readonly [Name in Category["type"]]?: SearchProvider["Service"] | undefined }
>("@dunlin/pipeline/CategoryProviders", { defaultValue: () => ({}) })

/**
 * Defines providers for one category, for example GitHub's own search for `github`.
 *
 * @since 0.1.0
 */
import type { SearchProvider } from "@dunlin/providers/SearchProvider"
import type { Category } from "@dunlin/schema/Category"
import * as Context from "effect/Context"

/**
 * The additional provider of each category. A search of the category queries it and the general provider, and
 * alternates their hits. Without one, which is the default, the general provider searches the category's sites.
 *
 * @category references
 * @since 0.1.0
 */
export const CategoryProviders = Context.Reference<
  { readonly [Name in Category["type"]]?: SearchProvider["Service"] | undefined }
>("@dunlin/pipeline/CategoryProviders", { defaultValue: () => ({}) })

/** Defines flags of commands that index pages: `dunlin index` and `dunlin site`. */
import * as Flag from "effect/cli/Flag"

const several = (option: Flag.Flag<string>) => Flag.atLeast(option, 0)

export const indexFlags = (defaults: { readonly limit: number; readonly baseUrl: string }) => ({
  limit: Flag.Int("limit").pipe(
    Flag.withAlias("n"),
    Flag.withDescription(`Maximum number of pages to index (default: ${defaults.limit})`),
    Flag.withDefault(defaults.limit)
  ),
  exclude: several(
    Flag.String("exclude").pipe(
      Flag.withDescription("Skip paths that match this regular expression; repeatable")
    )
  ),
  include: several(
    Flag.String("include").pipe(
      Flag.withDescription("Index only paths that match this regular expression; repeatable")
    )
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription(`Public URL of the folder (default: ${defaults.baseUrl})`),
    Flag.optional
  )
})

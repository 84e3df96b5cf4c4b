/**
 * What happens while an index grows.
 *
 * @since 0.1.0
 */

/**
 * What happened to one page, or to a sitemap; `waiting` counts the pages that are known and not read yet. `Paused` says,
 * every second, why no page begins now: a host wants a pause, or does not answer.
 *
 * @category models
 * @since 0.1.0
 */
export type IndexEvent =
  | { readonly _tag: "PageIndexed"; readonly url: string; readonly title: string; readonly waiting: number }
  | { readonly _tag: "PageSkipped"; readonly url: string; readonly why: string; readonly waiting: number }
  | { readonly _tag: "PageRemoved"; readonly url: string; readonly why: string; readonly waiting: number }
  | { readonly _tag: "SitemapRead"; readonly url: string; readonly pages: number; readonly sitemaps: number }
  | { readonly _tag: "Paused"; readonly why: string; readonly waiting: number }

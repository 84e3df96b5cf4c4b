/**
 * Defines the events of an index run.
 *
 * @since 0.1.0
 */

/**
 * The outcome of one page or sitemap. `waiting` counts known pages that are not read yet. `Paused` is emitted every
 * second while no page can start, with the reason: a host requires a pause or does not respond.
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

/**
 * Types of search results: hits of pages, news or pictures, best first.
 *
 * @since 0.2.0
 */

/**
 * A range of a text in UTF-16 code units; the end is exclusive.
 *
 * @category models
 * @since 0.2.0
 */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * A section of a page that fits the query.
 *
 * @category models
 * @since 0.3.0
 */
export interface HitSection {
  /** The `id` of the section on its page, which links use as their fragment. */
  readonly id: string
  /** Its heading. */
  readonly title: string
  /** A passage of the section, as plain text. */
  readonly description: string
  /** Positions of the query's words in `description`, in order. */
  readonly matches: ReadonlyArray<TextRange>
}

interface PageHit {
  readonly url: string
  readonly title: string
  /** Position of the hit, 1 for the best. */
  readonly position: number
  readonly matches?: ReadonlyArray<TextRange>
  readonly modifiedAt?: string
  readonly dateEvidence?: string
  readonly text?: string
  readonly textIsWhole?: boolean
  /**
   * Sources of the parts of an incomplete `text`, in order. A part is at index `at` in `text`, and comes from `start`
   * to `end` on the page. An empty line separates parts.
   */
  readonly textParts?: ReadonlyArray<TextRange & { readonly at: number }>
  /** The `id`s of the page that lead to `text`, each with its range. */
  readonly anchors?: ReadonlyArray<TextRange & { readonly id: string }>
  /**
   * Words of the query that do not occur in the whole page in any inflection, as they were typed; absent if all occur.
   */
  readonly missing?: ReadonlyArray<string>
  readonly isChecked?: boolean
}

/**
 * A page.
 *
 * @category models
 * @since 0.2.0
 */
export interface WebHit extends PageHit {
  readonly source: "web"
  /** The sections that fit best, if the search requests sections. Best first. */
  readonly sections?: ReadonlyArray<HitSection>
  /** Passages that fit the query, as plain text. */
  readonly description: string
  /** ISO 8601 date or date-time of publication. */
  readonly publishedAt?: string
}

/**
 * A page with a date, ranked by relevance and age.
 *
 * @category models
 * @since 0.2.0
 */
export interface NewsHit extends PageHit {
  readonly source: "news"
  /** Passages that fit the query, as plain text. */
  readonly snippet: string
  readonly date?: string
  readonly imageUrl?: string
}

/**
 * A picture on a page.
 *
 * @category models
 * @since 0.2.0
 */
export interface ImageHit {
  readonly source: "images"
  /** Absolute URL of the page. */
  readonly url: string
  readonly title: string
  /** 1 for the best hit. */
  readonly position: number
  readonly imageUrl: string
  /** Pixels. */
  readonly imageWidth?: number
  /** Pixels. */
  readonly imageHeight?: number
}

/**
 * @category models
 * @since 0.2.0
 */
export type Hit = WebHit | NewsHit | ImageHit

/**
 * Hits, best first, and warnings about ignored requirements.
 *
 * @category models
 * @since 0.2.0
 */
export interface Answer {
  readonly hits: ReadonlyArray<Hit>
  /** Whole sentences, for example about an operator that was ignored. */
  readonly warnings: ReadonlyArray<string>
  /** The query that was probably intended, if words were searched in another spelling. */
  readonly suggestion?: string
}

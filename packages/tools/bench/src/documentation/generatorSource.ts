/** Describes a documentation generator. It writes its content into one element, so no annotation is needed. */
export interface Source {
  readonly name: string
  /** Debian packages with its pages. */
  readonly packages: ReadonlyArray<string>
  /** Selectors of the element with the content. */
  readonly content: ReadonlyArray<string>
  /** Selector of elements inside of the content that are not part of it. */
  readonly furniture: string
}

/** Elements that are never content, for any generator. */
export const FURNITURE = "script, style, template, noscript, nav, [hidden], .headerlink, .navheader, .navfooter, .toc"

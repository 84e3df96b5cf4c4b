/** One way in which a page keeps a sentence from its readers, or seems to. */
export interface Kind {
  readonly name: string
  readonly css?: string
  /** The place of the sentence in the page. */
  readonly body: string
  /** What goes into the head. */
  readonly head?: string
  /** What a reader clicks to see the sentence. */
  readonly click?: string
  /** Whether a script or a style shows the sentence, without the reader. */
  readonly shows?: boolean
  /** What a script of another address does, which the page asks for. */
  readonly script?: string
}

/** Where the script of a kind comes from. */
export const scriptAddress = "https://scripts.example/site.js"

/** Makes HTML of the Markdown of strangers. */
import { render } from "./render.ts"
import { serve } from "./serve.ts"

export interface Render {
  readonly kind: "render"
  readonly markdown: string
  readonly words: ReadonlyArray<string>
}

serve(({ markdown, words }: Render) => render(markdown, words))

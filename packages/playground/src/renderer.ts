/** Makes HTML of the Markdown of strangers. */
import { render } from "./render.ts"
import { serve } from "./serve.ts"

export interface Render {
  readonly kind: "render"
  readonly markdown: string
}

serve(({ markdown }: Render) => render(markdown))

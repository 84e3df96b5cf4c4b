/** Explains third-party pages with the same engine as the server. It is loaded on demand. */
import * as Html from "@dunlin/transformers/Html"
import { serve } from "./serve.ts"

export interface Explain {
  readonly kind: "explain"
  readonly html: string
  readonly url: string
}

serve(({ html, url }: Explain) => Html.explain(Html.parse(html, url)))

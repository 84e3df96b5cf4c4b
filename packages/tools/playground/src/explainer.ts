/** Explains pages of strangers, with the engine that reads them on the server. It is loaded when somebody asks for it. */
import * as Html from "@dunlin/transformers/Html"
import { serve } from "./serve.ts"

export interface Explain {
  readonly kind: "explain"
  readonly html: string
  readonly url: string
}

serve(({ html, url }: Explain) => Html.explain(Html.parse(html, url)))

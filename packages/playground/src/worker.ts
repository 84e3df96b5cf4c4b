/** Reads pages of strangers away from the page that shows them: however long one takes, nothing else waits. */
import * as Html from "@dunlin/transformers/Html"
import { render } from "./render.ts"

export type Work =
  | { readonly id: number; readonly kind: "render"; readonly markdown: string }
  | { readonly id: number; readonly kind: "explain"; readonly html: string; readonly url: string }

export type Worked =
  | { readonly id: number; readonly kind: "render"; readonly html: string }
  | { readonly id: number; readonly kind: "explain"; readonly explanation: Html.Explanation }
  | { readonly id: number; readonly kind: "failed"; readonly error: string }

const work = (asked: Work): Worked => {
  const { id } = asked
  try {
    return asked.kind === "render"
      ? { id, kind: "render", html: render(asked.markdown) }
      : { id, kind: "explain", explanation: Html.explain(Html.parse(asked.html, asked.url)) }
  } catch (error) {
    return { id, kind: "failed", error: String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<Work>) => postMessage(work(data)))

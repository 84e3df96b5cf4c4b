/**
 * Provides Turndown with its GFM plugin as a `MarkdownEngine`, for programs that depend on its output. It parses the
 * cleaned HTML again, which takes about ten times as long as the default.
 *
 * The packages are optional peers: `npm install turndown @joplin/turndown-plugin-gfm`. Pages nested more deeply than
 * its stack allows fail.
 *
 * @since 0.1.0
 */
import * as Html from "@dunlin/html/Html"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type TurndownService from "turndown"
import { Crashed, PackageMissing, TransformError } from "../TransformError.ts"
import { type Engine, MarkdownEngine } from "./MarkdownEngine.ts"

const packages: Effect.Effect<
  { readonly Service: typeof TurndownService; readonly gfm: TurndownService.Plugin },
  TransformError
> = Effect.tryPromise({
  try: () => Promise.all([import("turndown"), import("@joplin/turndown-plugin-gfm")]),
  catch: () => new TransformError({ reason: new PackageMissing({ names: "turndown @joplin/turndown-plugin-gfm" }) })
}).pipe(Effect.map(([turndown, plugin]) => ({ Service: turndown.default, gfm: plugin.gfm })))

/**
 * Turndown with the usual configuration: ATX headings, fenced code, `-` for bullets, GFM tables and strikethrough.
 *
 * @category constructors
 * @since 0.1.0
 */
export const turndown: Engine = {
  name: "turndown",
  module: { url: import.meta.url, name: "turndown" },
  convert: ({ content, page, removeBase64Images }) =>
    Effect.flatMap(packages, ({ Service, gfm }) =>
      Effect.try({
        try: () => {
          const service = new Service({
            headingStyle: "atx",
            hr: "---",
            codeBlockStyle: "fenced",
            bulletListMarker: "-",
            emDelimiter: "*"
          })
          service.use(gfm)
          if (removeBase64Images) {
            service.addRule("base64", {
              filter: (node) => node.nodeName === "IMG" && (node.getAttribute("src") ?? "").startsWith("data:"),
              replacement: (_content, node) =>
                `![${
                  (node as unknown as { getAttribute: (name: string) => string | null }).getAttribute("alt") ?? ""
                }](<Base64-Image-Removed>)`
            })
          }
          const { html, truncated } = Html.html(page, content)
          return { markdown: html === "" ? "" : service.turndown(html), truncated }
        },
        catch: (cause) => new TransformError({ reason: new Crashed({ cause }) })
      }))
}

/**
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never> = Layer.succeed(MarkdownEngine, turndown)

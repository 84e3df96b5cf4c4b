// Compares the decoding of requests with zod and valibot. All three check the same rules and apply the same defaults
// to the fields used in the requests. This project's schema also accepts the forms of other clients.
import { SearchRequest } from "@dunlin/schema"
import { Effect, Schema } from "effect"
import * as v from "valibot"
import * as z from "zod"
import { compare, print } from "./measure.ts"

const small = { query: "typed errors", limit: 5 }
const large = {
  query: "typed errors site:example.com",
  limit: 20,
  sources: [{ type: "web", tbs: "qdr:w" }, { type: "news" }],
  categories: [{ type: "github" }],
  includeDomains: ["example.com", "example.org"],
  country: "DE",
  scrapeOptions: {
    formats: [{ type: "markdown" }, { type: "links" }, { type: "screenshot", fullPage: true, quality: 80 }],
    maxAge: 3_600_000,
    headers: { "accept-language": "de" },
    location: { country: "DE", languages: ["de-DE"] },
    parsers: [{ type: "pdf", maxPages: 20 }],
    actions: [{ type: "wait", milliseconds: 500 }, { type: "click", selector: "#more" }]
  }
}

const host = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

const zFormat = z.discriminatedUnion("type", [
  ...["markdown", "summary", "html", "rawHtml", "links", "images"].map((type) => z.object({ type: z.literal(type) })),
  z.object({
    type: z.literal("screenshot"),
    fullPage: z.boolean().default(false),
    quality: z.number().int().min(1).max(100).optional()
  })
] as never)
const zRequest = z.object({
  query: z.string().min(1).max(500),
  limit: z.number().int().min(1).max(100).default(10),
  sources: z.array(z.discriminatedUnion("type", [
    z.object({ type: z.literal("web"), tbs: z.string().optional(), location: z.string().optional() }),
    z.object({ type: z.literal("images") }),
    z.object({ type: z.literal("news") })
  ])).default([{ type: "web" }]),
  categories: z.array(z.object({ type: z.enum(["github", "research", "pdf", "developer"]) })).default([]),
  includeDomains: z.array(z.string().regex(host)).default([]),
  excludeDomains: z.array(z.string().regex(host)).default([]),
  tbs: z.string().optional(),
  location: z.string().optional(),
  country: z.string().regex(/^[A-Z]{2}$/).default("US"),
  safe: z.boolean().optional(),
  timeout: z.number().int().min(1).default(60_000),
  ignoreInvalidURLs: z.boolean().default(false),
  highlights: z.boolean().default(true),
  enterprise: z.array(z.enum(["anon", "zdr"])).default([]),
  scrapeOptions: z.object({
    formats: z.array(zFormat).default([{ type: "markdown" } as never]),
    onlyMainContent: z.boolean().default(true),
    includeTags: z.array(z.string()).default([]),
    excludeTags: z.array(z.string()).default([]),
    maxAge: z.number().int().min(0).optional(),
    headers: z.record(z.string(), z.string()).default({}),
    waitFor: z.number().int().min(0).default(0),
    mobile: z.boolean().default(false),
    timeout: z.number().int().min(1000).max(300_000).default(60_000),
    parsers: z.array(z.object({
      type: z.literal("pdf"),
      mode: z.enum(["fast", "auto", "ocr"]).default("auto"),
      maxPages: z.number().int().min(1).max(10_000).optional()
    })).default([{ type: "pdf", mode: "auto" }]),
    actions: z.array(z.discriminatedUnion("type", [
      z.object({ type: z.literal("wait"), milliseconds: z.number().int().min(1) }),
      z.object({ type: z.literal("click"), selector: z.string(), all: z.boolean().default(false) })
    ])).max(50).default([]),
    location: z.object({
      country: z.string().regex(/^[A-Z]{2}$/).default("US"),
      languages: z.array(z.string()).default([])
    })
      .default({ country: "US", languages: [] })
  }).optional()
})

const vFormat = v.variant("type", [
  ...["markdown", "summary", "html", "rawHtml", "links", "images"].map((type) => v.object({ type: v.literal(type) })),
  v.object({
    type: v.literal("screenshot"),
    fullPage: v.optional(v.boolean(), false),
    quality: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)))
  })
] as never)
const integer = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum))
const vRequest = v.object({
  query: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  limit: v.optional(integer(1, 100), 10),
  sources: v.optional(
    v.array(v.variant("type", [
      v.object({ type: v.literal("web"), tbs: v.optional(v.string()), location: v.optional(v.string()) }),
      v.object({ type: v.literal("images") }),
      v.object({ type: v.literal("news") })
    ])),
    [{ type: "web" }]
  ),
  categories: v.optional(v.array(v.object({ type: v.picklist(["github", "research", "pdf", "developer"]) })), []),
  includeDomains: v.optional(v.array(v.pipe(v.string(), v.regex(host))), []),
  excludeDomains: v.optional(v.array(v.pipe(v.string(), v.regex(host))), []),
  tbs: v.optional(v.string()),
  location: v.optional(v.string()),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), "US"),
  safe: v.optional(v.boolean()),
  timeout: v.optional(integer(1, Number.MAX_SAFE_INTEGER), 60_000),
  ignoreInvalidURLs: v.optional(v.boolean(), false),
  highlights: v.optional(v.boolean(), true),
  enterprise: v.optional(v.array(v.picklist(["anon", "zdr"])), []),
  scrapeOptions: v.optional(v.object({
    formats: v.optional(v.array(vFormat), [{ type: "markdown" } as never]),
    onlyMainContent: v.optional(v.boolean(), true),
    includeTags: v.optional(v.array(v.string()), []),
    excludeTags: v.optional(v.array(v.string()), []),
    maxAge: v.optional(integer(0, Number.MAX_SAFE_INTEGER)),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    waitFor: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
    mobile: v.optional(v.boolean(), false),
    timeout: v.optional(integer(1000, 300_000), 60_000),
    parsers: v.optional(
      v.array(v.object({
        type: v.literal("pdf"),
        mode: v.optional(v.picklist(["fast", "auto", "ocr"]), "auto"),
        maxPages: v.optional(integer(1, 10_000))
      })),
      [{ type: "pdf", mode: "auto" }]
    ),
    actions: v.optional(
      v.pipe(
        v.array(v.variant("type", [
          v.object({ type: v.literal("wait"), milliseconds: integer(1, Number.MAX_SAFE_INTEGER) }),
          v.object({ type: v.literal("click"), selector: v.string(), all: v.optional(v.boolean(), false) })
        ])),
        v.maxLength(50)
      ),
      []
    ),
    location: v.optional(
      v.object({
        country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), "US"),
        languages: v.optional(v.array(v.string()), [])
      }),
      { country: "US", languages: [] }
    )
  }))
})

const ours = Schema.decodeUnknownSync(SearchRequest.SearchRequest)

export const run = async () => {
  for (const [name, request] of Object.entries({ small, large })) {
    const rows = await compare({
      "dunlin (SearchRequest.decode)": () => Effect.runSync(SearchRequest.decode(request)),
      "dunlin (effect/Schema)": () => ours(request),
      "zod 4": () => zRequest.parse(request),
      "valibot 1": () => v.parse(vRequest, request)
    }, { iterations: 2000 })
    print(`Decode a ${name} search request`, rows)
  }
}

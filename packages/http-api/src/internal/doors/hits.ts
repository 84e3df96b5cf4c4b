/** Derives scores, passages, dates and texts of results, for compatible APIs that need them. */
import type { Document } from "@dunlin/schema/Document"
import type { NewsResult, WebResult } from "@dunlin/schema/SearchResponse"

const GAP = " … "

/** Programs often drop results below half of the best score. */
const MIN_SCORE = 0.5

/** Fused results have ranks instead of scores. The score decreases linearly from 1 to a half. */
export const scoreOf = (position: number, count: number): number =>
  Math.round((1 - (1 - MIN_SCORE) * (position - 1) / Math.max(1, count)) * 10_000) / 10_000

export const passagesOf = (description: string): ReadonlyArray<string> =>
  description.split(GAP).map((text) => text.trim()).filter((text) => text !== "")

const oneOf = (value: string | ReadonlyArray<string> | null | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

export const aboutPage = ({ metadata }: Pick<Document, "metadata">) => ({
  title: oneOf(metadata?.title),
  author: oneOf(metadata?.author),
  image: oneOf(metadata?.ogImage),
  favicon: oneOf(metadata?.favicon),
  language: oneOf(metadata?.language),
  published: oneOf(metadata?.publishedTime) ?? oneOf(metadata?.modifiedTime),
  url: metadata?.url ?? metadata?.sourceURL
})

export type Hit = typeof WebResult.Type | typeof NewsResult.Type

export const snippetOf = (hit: Hit): string => "description" in hit ? hit.description : hit.snippet

export const dateOf = (hit: Hit): string | undefined =>
  "snippet" in hit ? hit.date : hit.publishedAt ?? hit.modifiedAt ?? aboutPage(hit).published

export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

export const plainText = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}(?:```|~~~).*$/gm, "")
    .replace(/!\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/^ {0,3}#{1,6} +/gm, "")
    .replace(/^ {0,3}> ?/gm, "")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1")
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

/** Merges lists of hits by weighted reciprocal rank fusion. */
import { canonical } from "@dunlin/query-operators/CanonicalUrl"
import { spread } from "../Diversity.ts"
import type { Hit, NewsHit, WebHit } from "../SearchProvider.ts"

export interface List {
  readonly provider: string
  readonly weight: number
  readonly hits: ReadonlyArray<Hit>
}

interface Entry {
  hit: Hit
  score: number
  readonly providers: Array<string>
}

const longer = (left: string, right: string): string => right.length > left.length ? right : left

const earlier = (left: string | undefined, right: string | undefined): string | undefined =>
  left === undefined ? right : right === undefined ? left : right < left ? right : left

const secure = (left: string, right: string): string =>
  left.startsWith("http:") && right.startsWith("https:") ? right : left

const marked = (left: WebHit | NewsHit, right: WebHit | NewsHit, isLeft: boolean) => {
  const { matches = [] } = isLeft ? left : right
  return left.matches === undefined && right.matches === undefined ? {} : { matches }
}

const union = (left: ReadonlyArray<string> | undefined, right: ReadonlyArray<string> | undefined) =>
  left === undefined ? right : right === undefined ? left : [...new Set([...left, ...right])]

const set = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V }

const textOf = (left: WebHit | NewsHit, right: WebHit | NewsHit) => {
  const { anchors, missing, text, textIsWhole, textParts } = left.text === undefined ? right : left
  return {
    ...set("text", text),
    ...set("textIsWhole", textIsWhole),
    ...set("textParts", textParts),
    ...set("anchors", anchors),
    ...set("missing", missing)
  }
}

const withoutText = <A extends WebHit | NewsHit>(hit: A) => {
  const { anchors: _anchors, missing: _missing, text: _, textIsWhole: _isWhole, textParts: _parts, ...rest } = hit
  return rest
}

/** Fields of the first hit take precedence. */
const combine = (left: Hit, right: Hit): Hit => {
  const url = secure(left.url, right.url)
  if (left.source === "web" && right.source === "web") {
    return {
      ...withoutText(right),
      ...withoutText(left),
      url,
      title: left.title === "" ? right.title : left.title,
      description: longer(left.description, right.description),
      ...marked(left, right, right.description.length <= left.description.length),
      ...set("publishedAt", earlier(left.publishedAt, right.publishedAt)),
      ...set("extraSnippets", union(left.extraSnippets, right.extraSnippets)),
      ...textOf(left, right)
    }
  }
  if (left.source === "news" && right.source === "news") {
    return {
      ...withoutText(right),
      ...withoutText(left),
      url,
      title: left.title === "" ? right.title : left.title,
      snippet: longer(left.snippet, right.snippet),
      ...marked(left, right, right.snippet.length <= left.snippet.length),
      ...textOf(left, right)
    }
  }
  return { ...right, ...left, url } as Hit
}

export const merge = (
  lists: ReadonlyArray<List>,
  options: { readonly k: number; readonly hostCap: number }
): ReadonlyArray<Hit> => {
  const entries = new Map<string, Entry>()
  for (const { hits, provider, weight } of lists) {
    const counted = new Set<string>()
    hits.forEach((hit, at) => {
      const id = `${hit.source} ${canonical(hit.source === "images" ? hit.imageUrl : hit.url)}`
      // A page that a provider returns twice counts once.
      if (counted.has(id)) return
      counted.add(id)
      const score = weight / (options.k + at + 1)
      const names = hit.providers ?? [provider]
      const entry = entries.get(id)
      if (entry === undefined) {
        entries.set(id, { hit, score, providers: [...names] })
      } else {
        entry.hit = combine(entry.hit, hit)
        entry.score += score
        for (const name of names) if (!entry.providers.includes(name)) entry.providers.push(name)
      }
    })
  }
  // Equal scores stay in the order of the lists. Sorting is stable, and the first provider is preferred.
  const ranked = Array.from(entries.values()).sort((a, b) => b.score - a.score)
  return spread(ranked.map(({ hit, providers }) => ({ ...hit, providers })), options.hostCap)
    .map((hit, at) => ({ ...hit, position: at + 1 }))
}

/**
 * Fills the indices of a new analysis next to those of an older one. Searches use the old ones until the copy is
 * complete. Then the aliases are switched atomically, and the old indices are deleted.
 */
import type { StoredDocument } from "../../Protocol.ts"
import { anchorsOfText } from "../anchorsText.ts"
import { bulk } from "./bulk.ts"
import type { Cluster } from "./client.ts"
import { keyOf, type PageSource, pictureKey } from "./documents.ts"
import { create, type Layout, type Names, parts, targetOf } from "./names.ts"
import { Writing } from "./writing.ts"

/** Number of pages per batch, which takes at most a second. */
const PAGES_PER_BATCH = 200

const documentOf = (source: PageSource): StoredDocument => ({
  url: source.url,
  root: source.root ?? undefined,
  title: source.title,
  body: source.passages.join(""),
  published: source.published ?? undefined,
  date: source.date ?? undefined,
  evidence: source.evidence ?? undefined,
  modified: source.modified ?? undefined,
  language: source.language ?? undefined,
  ...(source.anchors === null ? {} : { anchors: anchorsOfText(source.anchors) }),
  images: source.images.map(({ alt, height, url, width }) => ({
    url,
    alt,
    width: width ?? undefined,
    height: height ?? undefined
  }))
})

export class Rebuilding {
  private readonly cluster: Cluster
  private readonly names: Names
  private readonly layout: Layout
  private readonly writing: Writing
  private readonly filling: Writing
  private last = -1

  constructor(cluster: Cluster, names: Names, layout: Layout, writing: Writing) {
    this.cluster = cluster
    this.names = names
    this.layout = layout
    this.writing = writing
    this.filling = new Writing(cluster, names, [(part) => names.concrete(part)])
  }

  /** Returns whether the index must be rebuilt; false for an index with a newer analysis, which is not changed. */
  async isDue(): Promise<boolean> {
    const target = await targetOf(this.cluster, this.names, "pages")
    const version = Number(/-a(\d+)$/.exec(target ?? "")?.[1] ?? this.names.version)
    return version < this.names.version
  }

  async step(): Promise<boolean> {
    const { names, writing } = this
    if (!await this.isDue()) {
      // Another process has already finished the rebuild.
      if (this.last >= 0) this.finish()
      return false
    }
    if (this.last < 0) {
      for (const part of parts) await create(this.cluster, names, part, this.layout, { isAliased: false })
      // From here on, every write goes to the old and the new indices.
      writing.into((part) => names.alias(part), (part) => names.concrete(part))
      this.last = 0
    }
    const sources = await this.next()
    if (sources.length === 0) {
      await this.move()
      return false
    }
    await this.filling.copy(
      sources.map(documentOf),
      sources.flatMap(({ id, images }) => [id, ...images.map((image) => image.id)])
    )
    await this.forget(sources)
    this.last = sources.at(-1)!.id
    return true
  }

  private async next(): Promise<ReadonlyArray<PageSource>> {
    const alias = this.names.alias("pages")
    await this.cluster.send({ method: "POST", path: `/${alias}/_refresh` })
    const { hits } = await this.cluster.send<
      { readonly hits: { readonly hits: ReadonlyArray<{ _source: PageSource }> } }
    >({
      method: "POST",
      path: `/${alias}/_search`,
      body: { size: PAGES_PER_BATCH, query: { range: { id: { gt: this.last } } }, sort: [{ id: "asc" }] }
    })
    return hits.hits.map(({ _source }) => _source)
  }

  private async forget(sources: ReadonlyArray<PageSource>): Promise<void> {
    const { docs } = await this.cluster.send<{ readonly docs: ReadonlyArray<{ readonly found?: boolean }> }>({
      method: "POST",
      path: `/${this.names.alias("pages")}/_mget`,
      querystring: { _source: "false" },
      body: { ids: sources.map(({ url }) => keyOf(url)) }
    })
    const gone = sources.filter((_, at) => docs[at]?.found !== true)
    const version = gone.length === 0 ? 0 : (await this.writing.ids(1))[0]!
    await bulk(
      this.cluster,
      gone.flatMap(({ images, url }) => [
        { index: this.names.concrete("pages"), id: keyOf(url), version, source: undefined },
        ...images.map((_, at) => ({
          index: this.names.concrete("pictures"),
          id: pictureKey(url, at),
          version,
          source: undefined
        }))
      ])
    )
  }

  private async move(): Promise<void> {
    const { names } = this
    await this.cluster.send({
      method: "POST",
      path: `/${parts.map((part) => names.concrete(part)).join(",")}/_refresh`
    })
    const old: Array<string> = []
    const actions: Array<object> = []
    for (const part of parts) {
      const target = await targetOf(this.cluster, names, part)
      if (target !== undefined && target !== names.concrete(part)) {
        old.push(target)
        actions.push({ remove: { index: target, alias: names.alias(part) } })
      }
      actions.push({ add: { index: names.concrete(part), alias: names.alias(part) } })
    }
    try {
      await this.cluster.send({ method: "POST", path: "/_aliases", body: { actions } })
    } catch (cause) {
      if (await this.isDue()) throw cause
    }
    this.finish()
    if (old.length > 0) await this.cluster.find({ method: "DELETE", path: `/${old.join(",")}` })
  }

  private finish(): void {
    this.writing.into((part) => this.names.alias(part))
    this.last = -1
  }
}

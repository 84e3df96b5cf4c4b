/** Adds and removes pages of an index in a cluster. */
import type { StoredDocument, Written } from "../../Protocol.ts"
import { prepare } from "../analyze.ts"
import { byUrl, digest } from "../writer.ts"
import { bulk, type Change } from "./bulk.ts"
import type { Cluster } from "./client.ts"
import { documentsOf, keyOf, type PageSource, pictureKey } from "./documents.ts"
import { IDS_PER_NUMBER, type Names, type Part, parts } from "./names.ts"
import { fieldsOf, reversed } from "./words.ts"

const MAX_KNOWN_WORDS = 500_000
const DOCUMENTS_PER_READ = 500

export type Target = (part: Part) => string

type Known = Pick<PageSource, "hash" | "id" | "images">

export class Writing {
  private readonly cluster: Cluster
  private readonly names: Names
  private readonly words = new Set<string>()
  private targets: ReadonlyArray<Target>

  constructor(cluster: Cluster, names: Names, targets: ReadonlyArray<Target> = [(part) => names.alias(part)]) {
    this.cluster = cluster
    this.names = names
    this.targets = targets
  }

  /** Sets the targets of writes. During a rebuild, they include the indices that are being filled. */
  into(...targets: ReadonlyArray<Target>): void {
    this.targets = targets
    this.words.clear()
  }

  /**
   * Returns new ids, which are higher than all earlier ones: the cluster counts them by the version number of one
   * document.
   */
  async ids(count: number): Promise<ReadonlyArray<number>> {
    const out: Array<number> = []
    while (out.length < count) {
      const { _version: number } = await this.cluster.send<{ readonly _version: number }>({
        method: "PUT",
        path: `/${this.names.counter}/_doc/ids`,
        body: {}
      })
      const from = number * IDS_PER_NUMBER
      for (let at = 0; at < IDS_PER_NUMBER && out.length < count; at++) out.push(from + at)
    }
    return out
  }

  private async known(urls: ReadonlyArray<string>): Promise<ReadonlyMap<string, Known>> {
    const out = new Map<string, Known>()
    for (let at = 0; at < urls.length; at += DOCUMENTS_PER_READ) {
      const some = urls.slice(at, at + DOCUMENTS_PER_READ)
      const { docs } = await this.cluster.send<
        { readonly docs: ReadonlyArray<{ readonly found?: boolean; readonly _source?: Known }> }
      >({
        method: "POST",
        path: `/${this.names.alias("pages")}/_mget`,
        querystring: { _source_includes: "id,hash,images" },
        body: { ids: some.map(keyOf) }
      })
      docs.forEach(({ _source, found }, place) => {
        if (found === true && _source !== undefined) out.set(some[place]!, _source)
      })
    }
    return out
  }

  private wordChanges(made: ReadonlyArray<ReturnType<typeof documentsOf>>): ReadonlyArray<Change> {
    if (this.words.size > MAX_KNOWN_WORDS) this.words.clear()
    const out: Array<Change> = []
    const add = (field: string, word: string, ending: { readonly ending?: string }) => {
      const id = `${field}:${word}`
      if (this.words.has(id)) return
      this.words.add(id)
      for (const target of this.targets) {
        out.push({ index: target("words"), id, created: { [field]: word, length: word.length, ...ending } })
      }
    }
    for (const { page, pictures } of made) {
      for (const [kind, documents] of [[0, [page]], [1, pictures]] as const) {
        const { anywhere, titles } = fieldsOf(kind)
        for (const { spellings, title_spellings } of documents) {
          for (const word of spellings) add(anywhere, word, { ending: reversed(word) })
          for (const word of title_spellings) add(titles, word, {})
        }
      }
    }
    return out
  }

  /** Returns the changes for a page. They also delete pictures that the page no longer has. */
  private pageChanges(
    { page, pictures }: ReturnType<typeof documentsOf>,
    before: Known | undefined
  ): ReadonlyArray<Change> {
    const version = page.id
    return this.targets.flatMap((target): ReadonlyArray<Change> => [
      ...pictures.map((picture, at) => ({
        index: target("pictures"),
        id: pictureKey(page.url, at),
        version,
        source: picture
      })),
      ...(before?.images ?? []).slice(pictures.length).map((_, at) => ({
        index: target("pictures"),
        id: pictureKey(page.url, pictures.length + at),
        version,
        source: undefined
      })),
      { index: target("pages"), id: keyOf(page.url), version, source: page }
    ])
  }

  private async show(): Promise<void> {
    const indices = this.targets.flatMap((target) => parts.map(target))
    await this.cluster.send({ method: "POST", path: `/${indices.join(",")}/_refresh` })
  }

  /** Writes documents. If it rejects, some of them may be stored. The caller must then add all of them again. */
  async write(all: ReadonlyArray<StoredDocument>): Promise<Written> {
    const documents = byUrl(all)
    const known = await this.known(documents.map(({ url }) => url))
    const changed = documents.filter((document) => known.get(document.url)?.hash !== digest(document))
    const repeated = all.length - documents.length
    if (changed.length === 0) return { added: 0, updated: repeated, unchanged: documents.length }
    const ids = await this.ids(changed.reduce((sum, { images }) => sum + 1 + images.length, 0))
    await this.store(changed, known, ids)
    await this.show()
    const updated = changed.filter(({ url }) => known.has(url)).length
    return {
      added: changed.length - updated,
      updated: updated + repeated,
      unchanged: documents.length - changed.length
    }
  }

  /** Stores pages. `ids` has one id for each page, followed by those of its pictures. */
  private async store(
    documents: ReadonlyArray<StoredDocument>,
    known: ReadonlyMap<string, Known>,
    ids: ReadonlyArray<number>
  ): Promise<void> {
    const languages = await prepare(documents)
    let next = 0
    // Only a few documents are converted at a time, because their terms use several times the memory of their text.
    for (let at = 0; at < documents.length; at += DOCUMENTS_PER_READ) {
      const made = documents.slice(at, at + DOCUMENTS_PER_READ).map((document, place) =>
        documentsOf(document, languages[at + place]!, ids.slice(next, next += 1 + document.images.length))
      )
      const changes = [
        ...this.wordChanges(made),
        ...made.flatMap((each) => this.pageChanges(each, known.get(each.page.url)))
      ]
      try {
        await bulk(this.cluster, changes)
      } catch (cause) {
        // Words that were not stored must be sent again.
        this.words.clear()
        throw cause
      }
    }
  }

  /** Copies documents. A later version of a document is not overwritten. */
  async copy(documents: ReadonlyArray<StoredDocument>, ids: ReadonlyArray<number>): Promise<void> {
    await this.store(documents, new Map(), ids)
  }

  async remove(urls: ReadonlyArray<string>): Promise<number> {
    const known = await this.known([...new Set(urls)])
    if (known.size === 0) return 0
    const [version = 0] = await this.ids(1)
    const changes = [...known].flatMap(([url, { images }]) =>
      this.targets.flatMap((target): ReadonlyArray<Change> => [
        { index: target("pages"), id: keyOf(url), version, source: undefined },
        ...images.map((_, at) => ({ index: target("pictures"), id: pictureKey(url, at), version, source: undefined }))
      ])
    )
    const outcomes = await bulk(this.cluster, changes)
    await this.show()
    const main = this.targets[0]!("pages")
    return changes.filter(({ index }, at) => index === main && outcomes[at] === "deleted").length
  }
}

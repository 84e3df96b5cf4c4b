/**
 * Provides the changes of a monitor as a feed: Atom (RFC 4287) and JSON Feed 1.1. The feed's URL contains a token of
 * the monitor, because feed readers send no keys.
 */
import type { StoredMonitor } from "@dunlin/jobs/Monitors"
import type { MonitorPage } from "@dunlin/schema/Monitor"
import * as DateTime from "effect/DateTime"
import * as Predicate from "effect/Predicate"

/** Readers show a summary. The check has the full diff. */
const MAX_DIFF_CHARACTERS = 20_000

interface Feed {
  readonly monitor: StoredMonitor
  readonly name: string
  readonly changes: ReadonlyArray<MonitorPage>
  readonly url: string
}

const VERBS: { readonly [S in MonitorPage["status"]]: string } = {
  new: "New",
  changed: "Changed",
  removed: "Removed",
  error: "Failed",
  same: "Unchanged"
}

const textIn = (value: unknown, name: string): string => {
  const found = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof found === "string" ? found : Array.isArray(found) ? found.join(" ") : ""
}

const titleOf = ({ metadata, status, url }: MonitorPage): string => {
  const title = textIn(metadata, "title")
  return `${VERBS[status]}: ${title === "" ? url : title}`
}

const fieldsOf = (diff: unknown): string =>
  Predicate.hasProperty(diff, "json") && !Predicate.hasProperty(diff.json, "files")
    ? Object.entries(
      diff.json as { readonly [name: string]: { readonly previous: unknown; readonly current: unknown } }
    )
      .map(([name, { current, previous }]) => `${name}: ${JSON.stringify(previous)} -> ${JSON.stringify(current)}`)
      .join("\n")
    : ""

const summaryOf = ({ diff, judgment, metadata }: MonitorPage): string =>
  [judgment?.reason ?? "", textIn(metadata, "description"), fieldsOf(diff), textIn(diff, "text")]
    .filter((part) => part !== "")
    .join("\n\n")
    .slice(0, MAX_DIFF_CHARACTERS)

/** Removes characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      ""
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\"", "&quot;")

const updatedOf = ({ changes, monitor }: Feed): string =>
  changes[0]?.createdAt ?? DateTime.formatIso(DateTime.makeUnsafe(monitor.createdAt))

const idOf = (id: string): string => `urn:dunlin:change:${id}`

export const atom = (feed: Feed): string => {
  const entries = feed.changes.map((change) =>
    `  <entry>
    <id>${idOf(change.id)}</id>
    <title>${escaped(titleOf(change))}</title>
    <link href="${escaped(change.url)}"/>
    <updated>${change.createdAt}</updated>
    <category term="${change.status}"/>
    <summary type="text">${escaped(summaryOf(change))}</summary>
  </entry>`
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:dunlin:monitor:${escaped(feed.monitor.id)}</id>
  <title>${escaped(feed.name)}</title>
  <author><name>Dunlin</name></author>
  <link rel="self" type="application/atom+xml" href="${escaped(feed.url)}"/>
  <updated>${updatedOf(feed)}</updated>
${entries.join("\n")}
</feed>
`
}

export const jsonFeed = (feed: Feed): object => ({
  version: "https://jsonfeed.org/version/1.1",
  title: feed.name,
  feed_url: feed.url,
  items: feed.changes.map((change) => ({
    id: idOf(change.id),
    url: change.url,
    title: titleOf(change),
    content_text: summaryOf(change),
    date_published: change.createdAt,
    tags: [change.status]
  }))
})

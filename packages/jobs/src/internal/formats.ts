/**
 * How workers of several versions share a queue. A page has a format, which is raised with every kind of page that older
 * workers would take for another one. Whoever claims leaves pages of newer formats than its own to newer workers.
 *
 * The first version did not know of formats. Pages above format 0 are out of its sight: they wait in a state of their own,
 * their leases and delays are counted from `farAway`, and their workers have names that it does not know for those of a
 * process that has ended, so that it never takes them back, nor wakes them.
 */
import { delayed, running, waiting, waitingForNewer } from "./tables.ts"

/** What every worker reads. */
export const pageFormat = 0

/** The address of a sitemap, with the list of those that are read after it. */
export const sitemapFormat = 1

/** The same of an encrypted job. */
const sealedPageFormat = 2
const sealedSitemapFormat = 3

/** The format of an encrypted page, by that of its content. */
export const sealedFormatOf = (format: number = pageFormat): number =>
  format === pageFormat ? sealedPageFormat : format === sitemapFormat ? sealedSitemapFormat : format

/** The address of a sitemap, encrypted or not. */
export const isSitemap = `format IN (${sitemapFormat}, ${sealedSitemapFormat})`

/** The newest that this version reads. */
export const newestFormat = sealedSitemapFormat

/** Milliseconds, about 35,700 years: what the leases and delays of pages above format 0 are later than they say. */
const farAway = 2 ** 50

/** The milliseconds that a row adds to its times. */
export const added = `CASE WHEN format > ${pageFormat} THEN ${farAway} ELSE 0 END`

/** Stands before the names of workers, of pages above format 0. */
const forNewer = "newer "

/** The name of a worker, as a row says it. */
export const workerAs = (name: string) =>
  `CASE WHEN format > ${pageFormat} THEN '${forNewer}' || ${name} ELSE ${name} END`

/** The name of the worker of a row. */
export const worker = `CASE WHEN format > ${pageFormat} THEN substr(worker, ${forNewer.length + 1}) ELSE worker END`

/** The state in which a row waits. */
export const waitingAgain = `CASE WHEN format > ${pageFormat} THEN ${waitingForNewer} ELSE ${waiting} END`

export const waitingStateOf = (format: number): number => format > pageFormat ? waitingForNewer : waiting

const isInQueue = (of: string) => `(${of}.state = ${waiting} OR ${of}.state = ${waitingForNewer})`

/** Pages that wait and that this version reads, by the index of the queue. */
export const isWaiting = (of: string) => `${isInQueue(of)} AND ${of}.format <= ${newestFormat}`

/** Pages that wait and that this version does not read. */
export const isWaitingForNewer = (of: string) => `${isInQueue(of)} AND ${of}.format > ${newestFormat}`

/** By an index of the times, in one part for each way of counting them. */
const before = (column: string, comparison: "<" | "<=", time: string) => [
  `${column} > 0 AND ${column} ${comparison} ${time}`,
  `${column} > ${farAway} AND ${column} ${comparison} ${farAway} + ${time}`
]

/** Pages whose leases ended before a time, and those whose delays ended at it: in parts that have no page in common. */
export const lost = (time: string) =>
  before("lease_until", "<", time).map((isOver) => `state = ${running} AND lease_until > 0 AND ${isOver}`)
export const due = (time: string) => before("due_at", "<=", time).map((isOver) => `state = ${delayed} AND ${isOver}`)

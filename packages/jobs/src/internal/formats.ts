/**
 * Lets workers of several versions share a queue. Each page has a format number, which is raised for every kind of
 * page that older workers would misread. Workers skip pages of formats newer than their own.
 *
 * The first version did not know formats, so pages above format 0 are hidden from it. They wait in a separate state,
 * and their leases and delays are offset by `farAway`. Their workers have names that the first version does not
 * recognise as those of an ended process. It therefore never returns such pages to the queue and never wakes them.
 */
import { delayed, running, waiting, waitingForNewer } from "./tables.ts"

/** The format that every worker reads. */
export const PAGE_FORMAT = 0

/** The page format of a sitemap that is stored with the list of sitemaps to read after it. */
export const SITEMAP_FORMAT = 1

/** An encrypted page of format 0. */
const SEALED_PAGE_FORMAT = 2
const SEALED_SITEMAP_FORMAT = 3

/** Returns the page format of an encrypted page with content of the given format. */
export const sealedFormatOf = (format: number = PAGE_FORMAT): number =>
  format === PAGE_FORMAT ? SEALED_PAGE_FORMAT : format === SITEMAP_FORMAT ? SEALED_SITEMAP_FORMAT : format

/** Condition: the page is a sitemap, encrypted or not. */
export const isSitemap = `format IN (${SITEMAP_FORMAT}, ${SEALED_SITEMAP_FORMAT})`

/** The newest format that this version reads. */
export const newestFormat = SEALED_SITEMAP_FORMAT

/** Offset of leases and delays of pages above format 0: about 35,700 years in milliseconds. */
const farAway = 2 ** 50

/** The offset of a row's times. */
export const added = `CASE WHEN format > ${PAGE_FORMAT} THEN ${farAway} ELSE 0 END`

/** Prefix of the names of workers that have leased pages above format 0. */
const forNewer = "newer "

/** Returns a worker's name in the form that is stored in a row. */
export const workerAs = (name: string) =>
  `CASE WHEN format > ${PAGE_FORMAT} THEN '${forNewer}' || ${name} ELSE ${name} END`

/** Expression for the worker's name in a row. */
export const worker = `CASE WHEN format > ${PAGE_FORMAT} THEN substr(worker, ${forNewer.length + 1}) ELSE worker END`

/** The state of a row that waits. */
export const waitingAgain = `CASE WHEN format > ${PAGE_FORMAT} THEN ${waitingForNewer} ELSE ${waiting} END`

export const waitingStateOf = (format: number): number => format > PAGE_FORMAT ? waitingForNewer : waiting

const isInQueue = (of: string) => `(${of}.state = ${waiting} OR ${of}.state = ${waitingForNewer})`

/** Condition: a waiting page that this version supports. It uses the index of the queue. */
export const isWaiting = (of: string) => `${isInQueue(of)} AND ${of}.format <= ${newestFormat}`

/** Condition: a waiting page that this version does not support. */
export const isWaitingForNewer = (of: string) => `${isInQueue(of)} AND ${of}.format > ${newestFormat}`

/** Returns a comparison with a time that uses an index, with one condition for each offset. */
const before = (column: string, comparison: "<" | "<=", time: string) => [
  `${column} > 0 AND ${column} ${comparison} ${time}`,
  `${column} > ${farAway} AND ${column} ${comparison} ${farAway} + ${time}`
]

/**
 * Returns the conditions of pages whose leases ended before a time, and of pages whose delays ended by that time. The
 * conditions do not overlap.
 */
export const lost = (time: string) =>
  before("lease_until", "<", time).map((isOver) => `state = ${running} AND lease_until > 0 AND ${isOver}`)
export const due = (time: string) => before("due_at", "<=", time).map((isOver) => `state = ${delayed} AND ${isOver}`)

/**
 * Lets workers of several versions share a queue. Each page has a format number, and workers skip pages of formats
 * that they do not know. The first version did not know formats, so other formats wait in a separate state, with
 * leases and delays offset by `farAway`.
 */
import { delayed, running, waiting, waitingForNewer } from "./tables.ts"

/** The format that every worker reads. */
export const PAGE_FORMAT = 0

/** A sitemap that is stored with the list of sitemaps to read after it. */
export const SITEMAP_FORMAT = 1

/** An encrypted page of format 0. */
const SEALED_PAGE_FORMAT = 2
const SEALED_SITEMAP_FORMAT = 3

/** Returns the page format of an encrypted page with content of the given format. */
export const sealedFormatOf = (format: number = PAGE_FORMAT): number =>
  format === PAGE_FORMAT ? SEALED_PAGE_FORMAT : format === SITEMAP_FORMAT ? SEALED_SITEMAP_FORMAT : format

export const isSitemap = `format IN (${SITEMAP_FORMAT}, ${SEALED_SITEMAP_FORMAT})`

export const newestFormat = SEALED_SITEMAP_FORMAT

/** The offset is about 35,700 years in milliseconds. */
const farAway = 2 ** 50

/** The offset of a row's times. */
export const added = `CASE WHEN format > ${PAGE_FORMAT} THEN ${farAway} ELSE 0 END`

const forNewer = "newer "

export const workerAs = (name: string) =>
  `CASE WHEN format > ${PAGE_FORMAT} THEN '${forNewer}' || ${name} ELSE ${name} END`

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

export const lost = (time: string) =>
  before("lease_until", "<", time).map((isOver) => `state = ${running} AND lease_until > 0 AND ${isOver}`)
export const due = (time: string) => before("due_at", "<=", time).map((isOver) => `state = ${delayed} AND ${isOver}`)

/**
 * Lets workers of several versions share a queue. Each page has a format number, and a worker skips pages of unknown
 * formats. The first version did not know formats, so later formats wait in a separate state, and their times are
 * offset by `farAway`.
 */
import { delayed, running, waiting, waitingForNewer } from "./tables.ts"

/** The first format, which workers of every version read. */
export const PAGE_FORMAT = 0

/** A sitemap, stored with the list of sitemaps that are read after it. */
export const SITEMAP_FORMAT = 1

/** A page of format 0, encrypted. */
const SEALED_PAGE_FORMAT = 2
const SEALED_SITEMAP_FORMAT = 3

export const sealedFormatOf = (format: number = PAGE_FORMAT): number =>
  format === PAGE_FORMAT ? SEALED_PAGE_FORMAT : format === SITEMAP_FORMAT ? SEALED_SITEMAP_FORMAT : format

export const isSitemap = `format IN (${SITEMAP_FORMAT}, ${SEALED_SITEMAP_FORMAT})`

export const newestFormat = SEALED_SITEMAP_FORMAT

/** About 35,700 years in milliseconds, so that workers of the first version never find the row due. */
const farAway = 2 ** 50

export const added = `CASE WHEN format > ${PAGE_FORMAT} THEN ${farAway} ELSE 0 END`

const forNewer = "newer "

export const workerAs = (name: string) =>
  `CASE WHEN format > ${PAGE_FORMAT} THEN '${forNewer}' || ${name} ELSE ${name} END`

export const worker = `CASE WHEN format > ${PAGE_FORMAT} THEN substr(worker, ${forNewer.length + 1}) ELSE worker END`

export const waitingAgain = `CASE WHEN format > ${PAGE_FORMAT} THEN ${waitingForNewer} ELSE ${waiting} END`

export const waitingStateOf = (format: number): number => format > PAGE_FORMAT ? waitingForNewer : waiting

const isInQueue = (of: string) => `(${of}.state = ${waiting} OR ${of}.state = ${waitingForNewer})`

export const isWaiting = (of: string) => `${isInQueue(of)} AND ${of}.format <= ${newestFormat}`

export const isWaitingForNewer = (of: string) => `${isInQueue(of)} AND ${of}.format > ${newestFormat}`

/** Compares a time with one condition per offset, so that the index on the column is used. */
const before = (column: string, comparison: "<" | "<=", time: string) => [
  `${column} > 0 AND ${column} ${comparison} ${time}`,
  `${column} > ${farAway} AND ${column} ${comparison} ${farAway} + ${time}`
]

export const lost = (time: string) =>
  before("lease_until", "<", time).map((isOver) => `state = ${running} AND lease_until > 0 AND ${isOver}`)
export const due = (time: string) => before("due_at", "<=", time).map((isOver) => `state = ${delayed} AND ${isOver}`)

/** Stores the scrapes of the last minutes in memory, so that their pages can be opened again for actions. */
import type { ScrapeTask } from "@dunlin/pipeline/Scraper"

interface StoredScrape {
  readonly task: Pick<ScrapeTask, "url" | "options">
  readonly at: number
}

const MAX_PER_TEAM = 50
const MAX_IN_ALL = 2_000

/** Scripts and headers may be long. */
const MAX_CHARACTERS = 16_384

export class Scrapes {
  private readonly ofTeams = new Map<string, Map<string, StoredScrape>>()
  private readonly keptForMs: number
  private size = 0

  constructor(keptForMs: number) {
    this.keptForMs = keptForMs
  }

  /** Callers must not pass scrapes without retention. */
  remember(team: string, id: string, task: StoredScrape["task"], now: number): void {
    if (JSON.stringify(task).length > MAX_CHARACTERS) return
    const own = this.ofTeams.get(team) ?? new Map<string, StoredScrape>()
    this.ofTeams.set(team, own.set(id, { task, at: now }))
    this.size++
    this.expire(team, own, now)
    if (own.size > MAX_PER_TEAM) this.dropFirst(team, own)
    if (this.size > MAX_IN_ALL) {
      const [largest, scrapes] = [...this.ofTeams].reduce((most, one) => one[1].size > most[1].size ? one : most)
      this.dropFirst(largest, scrapes)
    }
  }

  find(team: string, id: string, now: number): StoredScrape["task"] | undefined {
    const own = this.ofTeams.get(team)
    if (own === undefined) return undefined
    this.expire(team, own, now)
    return own.get(id)?.task
  }

  private expire(team: string, own: Map<string, StoredScrape>, now: number): void {
    for (const { at } of own.values()) {
      if (at + this.keptForMs > now) return
      this.dropFirst(team, own)
    }
  }

  private dropFirst(team: string, own: Map<string, StoredScrape>): void {
    const [first] = own.keys()
    if (first !== undefined && own.delete(first)) this.size--
    if (own.size === 0) this.ofTeams.delete(team)
  }
}

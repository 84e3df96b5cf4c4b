import { assert, describe, it } from "@effect/vitest"

interface Ticket {
  readonly tenant: string
  readonly arrived: number
  due: number
  used: number
}
interface Run {
  readonly ticket: Ticket
  readonly cold: boolean
  used: number
}
type Decision =
  | { readonly kind: "begin"; readonly ticket: Ticket }
  | { readonly kind: "sendBack"; readonly run: Run }
  | { readonly kind: "wait" }

// the package does not export it
const { make, moment, PREPARATION } = await import(
  new URL("../src/internal/process/turns.ts", import.meta.url).href
) as {
  readonly moment: number
  readonly PREPARATION: number
  readonly make: (size: number) => {
    readonly waiting: Array<Ticket>
    readonly running: Set<Run>
    readonly join: (ticket: Ticket) => void
    readonly rejoin: (ticket: Ticket, used: number) => void
    readonly decide: (ready: number, now: number) => Decision
    readonly share: (preparing: number) => { readonly jobs: ReadonlySet<Run>; readonly processes: number }
  }
}

/** A machine of so many processors: jobs that say what they take of one, processes that are ready, and a clock. */
const machine = (size: number, processes: number) => {
  const turns = make(size)
  const jobs = new Map<Ticket, { readonly name: string; readonly millis: number }>()
  const log: Array<string> = []
  let now = 0
  let ready = processes
  const name = (ticket: Ticket) => jobs.get(ticket)!.name
  const settle = () => {
    while (true) {
      const next = turns.decide(ready, now)
      if (next.kind === "wait") return
      if (next.kind === "begin") {
        turns.waiting.splice(turns.waiting.indexOf(next.ticket), 1)
        turns.running.add({ ticket: next.ticket, cold: false, used: next.ticket.used })
        ready--
        log.push(`${now} ${name(next.ticket)} begins`)
      } else {
        // its process is lost
        turns.running.delete(next.run)
        turns.rejoin(next.run.ticket, next.run.used)
        log.push(`${now} ${name(next.run.ticket)} is sent back`)
      }
    }
  }
  return {
    log,
    turns,
    awake: (preparing = 0) => [...turns.share(preparing).jobs].map((run) => name(run.ticket)),
    /** Lets time pass, a millisecond of a processor for each of those that go on. */
    until: (end: number) => {
      for (settle(); now < end; settle()) {
        now++
        for (const run of turns.share(0).jobs) {
          run.used++
          if (run.used < jobs.get(run.ticket)!.millis) continue
          turns.running.delete(run)
          ready++
          log.push(`${now} ${name(run.ticket)} ends`)
        }
      }
    },
    spawn: () => {
      ready++
    },
    arrive: (name: string, millis: number, tenant = "one") => {
      const ticket = { tenant, arrived: now, due: now, used: 0 }
      jobs.set(ticket, { name, millis })
      turns.join(ticket)
      settle()
    }
  }
}

describe("scheduling of parser jobs", () => {
  it("lets a short job overtake a long one, which pauses", () => {
    const { arrive, log, until } = machine(1, 2)
    arrive("long", 1000)
    until(100)
    arrive("short", 10)
    until(2000)
    assert.deepStrictEqual(log, ["0 long begins", "100 short begins", "110 short ends", "1010 long ends"])
  })

  it("resumes old jobs on free processors, least used first", () => {
    const { arrive, awake, until } = machine(2, 6)
    arrive("first", 60_000)
    until(4000)
    arrive("second", 60_000)
    until(5000)
    arrive("third", 60_000)
    until(5000 + moment)
    assert.sameMembers(awake(), ["second", "third"])
    arrive("short", 10)
    assert.sameMembers(awake(), ["short", "third"])
  })

  it("starts processes before jobs that used more time than a start needs", () => {
    const { arrive, awake, turns, until } = machine(2, 3)
    arrive("long", 60_000)
    until(moment + 10)
    assert.deepStrictEqual([awake(2), turns.share(2).processes], [["long"], 1])
    until(PREPARATION + 10)
    assert.deepStrictEqual([awake(2), turns.share(2).processes], [[], 2])
    assert.deepStrictEqual([awake(1), turns.share(1).processes], [["long"], 1])
  })

  it("reserves the last process for a single job", () => {
    const { arrive, log, until } = machine(2, 3)
    for (let k = 0; k < 20; k++) arrive(`bomb ${k}`, 60_000)
    until(100)
    assert.deepStrictEqual(log, ["0 bomb 0 begins", "0 bomb 1 begins"])
    arrive("short", 10)
    until(110)
    assert.deepStrictEqual(log.slice(2), ["100 short begins", "110 short ends"])
  })

  it("does not treat a sequential caller as a crowd", () => {
    const { arrive, turns, until } = machine(2, 3)
    for (let k = 0; k < 20; k++) {
      arrive(`next ${k}`, 5)
      assert.deepStrictEqual([...turns.running].map(({ ticket }) => [ticket.arrived, ticket.due]), [[5 * k, 5 * k]])
      until(5 * (k + 1))
    }
  })

  it("prefers the last job of a crowd, which may not belong to it", () => {
    const { arrive, log, spawn, until } = machine(2, 2)
    for (let k = 0; k < 20; k++) arrive(`bomb ${k}`, 60_000)
    until(10)
    arrive("short", 10)
    until(100)
    spawn()
    until(200)
    assert.deepStrictEqual(log, ["0 bomb 0 begins", "100 short begins", "110 short ends", "110 bomb 1 begins"])
  })

  it("prefers a single job to a crowd, within limits", () => {
    const { arrive, log, until } = machine(1, 3)
    for (const name of ["a", "b"]) arrive(name, 10_000)
    for (let k = 1; k <= 200; k++) {
      until(40 * k)
      arrive(`alone-${k}`, 45)
    }
    until(9000)
    const begun = log.flatMap((entry) => entry.endsWith("begins") ? [entry.split(" ")[1]] : [])
    assert.isAbove(begun.indexOf("b"), begun.indexOf("alone-100"))
    assert.isBelow(begun.indexOf("b"), begun.indexOf("alone-180"))
  })

  it("returns the most used job if there are too many, and finishes it later", () => {
    const { arrive, log, spawn, until } = machine(1, 5)
    arrive("endless", 60_000)
    until(5000)
    for (const name of ["a", "b", "c"]) {
      arrive(name, 5000)
      until(5000 + 100 * log.length)
    }
    arrive("short", 10)
    until(5600)
    assert.include(log.join("\n"), "endless is sent back")
    assert.match(log.at(-1)!, /short ends/)
    spawn()
    until(200_000)
    for (const name of ["a", "b", "c", "endless"]) assert.include(log.join("\n"), ` ${name} ends`)
  })

  it("starts a job immediately if nothing runs", () => {
    const { arrive, log, until } = machine(1, 1)
    for (const name of ["a", "b", "c"]) arrive(name, 300)
    until(1000)
    assert.deepStrictEqual(log.filter((entry) => entry.endsWith("begins")), [
      "0 a begins",
      "300 b begins",
      "600 c begins"
    ])
  })

  it("runs every job eventually", () => {
    const { arrive, log, until } = machine(2, 6)
    for (let k = 0; k < 12; k++) arrive(`job ${k}`, k % 3 === 0 ? 900 : 20)
    until(10_000)
    for (let k = 0; k < 12; k++) assert.include(log.join("\n"), ` job ${k} ends`)
  })

  it("prefers a tenant without running jobs to one with too many", () => {
    const { arrive, log, until } = machine(1, 3)
    for (let now = 0; now < 3000; now += 10) {
      arrive(`many ${now}`, 20)
      if (now === 500) arrive("one", 20, "other")
      until(now + 10)
    }
    const begun = log.filter((line) => line.endsWith("begins"))
    const before = begun.filter((line) => Number(line.split(" ")[0]) <= 500).length
    assert.isAtMost(begun.findIndex((line) => line.includes("one begins")) - before, 4)
  })

  it("lets a long job continue next to another tenant's endless short jobs", () => {
    const { arrive, log, until } = machine(1, 4)
    arrive("long", 500, "other")
    until(200)
    // always two of them wait
    for (let k = 0, now = 200; now < 2000; k++, now += 10) {
      arrive(`short ${k}`, 20)
      until(now + 10)
    }
    assert.isTrue(log.some((line) => line.endsWith("long ends")), log.slice(-3).join())
  })

  it("returns jobs of the tenant with the most, not the only job of another", () => {
    const { arrive, log, until } = machine(1, 8)
    arrive("long", 60_000, "other")
    until(5000)
    for (let k = 0; k < 20; k++) {
      until(6000 + 1000 * k)
      arrive(`large ${k}`, 60_000)
    }
    assert.isTrue(log.some((line) => line.includes("large") && line.endsWith("sent back")))
    assert.isFalse(log.some((line) => line.includes("long is sent back")))
  })
})

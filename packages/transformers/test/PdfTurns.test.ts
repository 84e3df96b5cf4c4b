import { assert, describe, it } from "@effect/vitest"

type Ticket = { readonly arrived: number }
type Run = { readonly ticket: Ticket; readonly began: number; readonly cold: boolean; old: boolean }
type Decision =
  | { readonly kind: "begin"; readonly ticket: Ticket; readonly old: boolean }
  | { readonly kind: "age" | "sendBack"; readonly run: Run }
  | { readonly kind: "wait"; readonly until: number }

// the package does not export it
const { make, moment, pause, shortMoment } = await import(
  new URL("../src/internal/pdf/turns.ts", import.meta.url).href
) as {
  readonly moment: number
  readonly pause: number
  readonly shortMoment: number
  readonly make: (size: number) => {
    readonly waiting: Array<Ticket>
    readonly join: (ticket: Ticket) => void
    readonly returned: Array<Ticket>
    readonly running: Set<Run>
    readonly decide: (now: number, ready: number) => Decision
  }
}

/** A pool without processes: jobs that say how long they take, a number of processes that are ready, and a clock. */
const pool = (size: number, processes: number) => {
  const turns = make(size)
  const jobs = new Map<Ticket, { readonly name: string; readonly millis: number }>()
  const log: Array<string> = []
  let now = 0
  let ready = processes
  const name = (ticket: Ticket) => jobs.get(ticket)!.name
  const settle = () => {
    while (true) {
      const next = turns.decide(now, ready)
      if (next.kind === "wait") return next.until
      if (next.kind === "begin") {
        for (const queue of [turns.waiting, turns.returned]) {
          if (queue.includes(next.ticket)) queue.splice(queue.indexOf(next.ticket), 1)
        }
        turns.running.add({ ticket: next.ticket, began: now, cold: false, old: next.old })
        ready--
        log.push(`${now} ${name(next.ticket)} begins${next.old ? " as old" : ""}`)
      } else if (next.kind === "age") {
        next.run.old = true
        log.push(`${now} ${name(next.run.ticket)} is old`)
      } else {
        // its process is lost
        turns.running.delete(next.run)
        turns.returned.push(next.run.ticket)
        log.push(`${now} ${name(next.run.ticket)} is sent back`)
      }
    }
  }
  const until = (end: number) => {
    while (true) {
      const wake = settle()
      const runs = [...turns.running].map((run) => ({ run, ends: run.began + jobs.get(run.ticket)!.millis }))
      const first = runs.sort((a, b) => a.ends - b.ends)[0]
      const next = Math.min(wake, first?.ends ?? Infinity, end)
      assert.isAtLeast(next, now)
      now = next
      if (first !== undefined && first.ends === now) {
        turns.running.delete(first.run)
        ready++
        log.push(`${now} ${name(first.run.ticket)} ends`)
      } else if (now === end) return
    }
  }
  return {
    log,
    until,
    spawn: () => {
      ready++
    },
    arrive: (name: string, millis: number) => {
      const ticket = { arrived: now }
      jobs.set(ticket, { name, millis })
      turns.join(ticket)
    }
  }
}

describe("turns of parser jobs", () => {
  it("send one of a crowd back before one that came alone", () => {
    const { arrive, log, until } = pool(1, 6)
    for (const name of ["a", "b", "c"]) arrive(name, 60_000)
    until(800)
    arrive("alone", 200)
    until(900)
    arrive("next", 10)
    until(30_000)
    assert.include(log.join("\n"), "alone ends")
    assert.notInclude(log.join("\n"), "alone is sent back")
    assert.match(log.join("\n"), /[abc] is sent back/)
  })

  it("are taken in order as long as there is room", () => {
    const { arrive, log, until } = pool(2, 3)
    for (const name of ["a", "b", "c"]) arrive(name, 10)
    until(100)
    assert.deepStrictEqual(log, ["0 a begins", "0 b begins", "10 a ends", "10 c begins", "10 b ends", "20 c ends"])
  })

  it("let a short job pass one that takes its time", () => {
    const { arrive, log, until } = pool(1, 2)
    arrive("long", 60_000)
    until(100)
    arrive("short", 10)
    until(1000)
    assert.deepStrictEqual(log, [
      "0 long begins",
      "100 long is old",
      "100 short begins",
      "110 short ends"
    ])
  })

  it("give the last process to who comes after many, not to one of the many", () => {
    const { arrive, log, until } = pool(2, 2)
    for (let k = 0; k < 20; k++) arrive(`bomb ${k}`, 60_000)
    until(100)
    arrive("short", 10)
    until(200)
    assert.deepStrictEqual(log, [
      "0 bomb 0 begins",
      `${shortMoment} bomb 0 is old`,
      "100 short begins",
      "110 short ends"
    ])
    until(210)
    arrive("another", 10)
    until(pause)
    assert.deepStrictEqual(log.slice(4), ["210 another begins", "220 another ends"])
    until(shortMoment + pause + 1)
    assert.strictEqual(log.at(-1), `${shortMoment + pause} bomb 19 begins`)
  })

  it("keep a place for who comes while old jobs run, and send back who gets old on it", () => {
    const { arrive, log, spawn, until } = pool(1, 4)
    arrive("old", 60_000)
    until(300)
    arrive("second", 5000)
    until(600)
    arrive("third", 5000)
    until(900)
    spawn()
    arrive("short", 10)
    until(1000)
    assert.deepStrictEqual(log, [
      "0 old begins",
      `${moment} old is old`,
      "300 second begins",
      `${300 + moment} second is old`,
      "600 third begins",
      `${600 + moment} third is old`,
      "900 third is sent back",
      "900 short begins",
      "910 short ends"
    ])
    until(60_000)
    spawn()
    until(70_000)
    assert.includeMembers(log, ["5300 second ends", "60000 old ends", "60000 third begins as old", "65000 third ends"])
  })

  it("serve those who come alone before a crowd, and in order", () => {
    const { arrive, log, until } = pool(1, 2)
    for (let k = 0; k < 10; k++) arrive(`crowd ${k}`, 40)
    until(20)
    arrive("first", 5)
    until(35)
    arrive("second", 5)
    until(60)
    assert.deepStrictEqual(log.slice(0, 6), [
      "0 crowd 0 begins",
      "40 crowd 0 ends",
      "40 first begins",
      "45 first ends",
      "45 second begins",
      "50 second ends"
    ])
  })

  it("do not send anybody back for a process that is not there", () => {
    const { arrive, log, until } = pool(1, 2)
    arrive("old", 60_000)
    until(300)
    arrive("second", 1000)
    until(600)
    arrive("short", 10)
    until(2000)
    assert.deepStrictEqual(log.slice(2), [
      "300 second begins",
      `${300 + moment} second is old`,
      "1300 second ends",
      "1300 short begins",
      "1310 short ends"
    ])
  })

  it("let nobody wait while nothing runs", () => {
    const { arrive, log, until } = pool(1, 1)
    for (const name of ["a", "b", "c"]) arrive(name, 300)
    until(1000)
    assert.deepStrictEqual(log.filter((entry) => entry.endsWith("begins")), [
      "0 a begins",
      "300 c begins",
      "600 b begins"
    ])
  })

  it("reach everybody in the end", () => {
    const { arrive, log, until } = pool(2, 6)
    for (let k = 0; k < 12; k++) arrive(`job ${k}`, k % 3 === 0 ? 900 : 20)
    until(60_000)
    for (let k = 0; k < 12; k++) assert.include(log.join("\n"), ` job ${k} ends`)
  })
})

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Dispatcher } from "undici"
import Agent from "undici/lib/dispatcher/agent.js"
import type { EgressGuard } from "../../EgressGuard.ts"
import { type Cancel, makeDial, type Upstream } from "../dial.ts"
import { makeConnector } from "./connector.ts"

/** More pools than teams that are active within a few seconds. After that time, idle connections close. */
const MAX_POOLS = 256

export interface Policy {
  readonly verify: boolean
  readonly upstream: Upstream | undefined
}

export interface Use extends Policy {
  readonly tenant: string
}

export interface Lease {
  readonly dispatcher: Dispatcher
  readonly release: () => void
}

interface Pool {
  readonly agent: Agent
  readonly pending: Map<string, number>
  readonly connecting: Map<string, Set<Cancel>>
}

export const make = Effect.fnUntraced(function*(options: {
  readonly guard: EgressGuard["Service"]
  readonly connections: number
  readonly connectTimeout: number
  readonly maxHeaderBytes: number
  /** The limit of the whole response is twice as large, because chunks add framing. */
  readonly maxBytes: number
}): Effect.fn.Return<(use: Use, origin: string) => Lease, never, Scope.Scope> {
  const pools = new Map<string, Pool>()
  const closing = new Set<Agent>()

  const open = (use: Use): Pool => {
    const connecting = new Map<string, Set<Cancel>>()
    const connect = makeConnector({
      dial: makeDial({
        guard: options.guard,
        upstream: use.upstream,
        connectTimeout: options.connectTimeout,
        tenant: use.tenant
      }),
      rejectUnauthorized: use.verify,
      handshakeTimeout: options.connectTimeout,
      maxAnswerBytes: 2 * options.maxBytes + 1024 * 1024,
      onConnecting: (origin, cancel) => {
        const set = connecting.get(origin) ?? new Set()
        connecting.set(origin, set.add(cancel))
        return () => {
          set.delete(cancel)
          if (set.size === 0 && connecting.get(origin) === set) connecting.delete(origin)
        }
      }
    })
    return {
      agent: new Agent({
        connect,
        connections: options.connections,
        pipelining: 1,
        allowH2: false,
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4_000,
        keepAliveMaxTimeout: 10_000,
        maxHeaderSize: options.maxHeaderBytes
      }),
      pending: new Map(),
      connecting
    }
  }

  const closeIdle = (): void => {
    for (const [key, { agent, pending }] of pools) {
      if (pools.size < MAX_POOLS) return
      if (pending.size > 0) continue
      pools.delete(key)
      closing.add(agent)
      const forget = () => void closing.delete(agent)
      agent.close().then(forget, forget)
    }
  }

  yield* Effect.addFinalizer(() =>
    Effect.promise(() =>
      Promise.all([...Array.from(pools.values(), ({ agent }) => agent), ...closing].map((agent) => agent.destroy()))
    )
  )

  return (use, origin) => {
    const { tenant, upstream, verify } = use
    const key =
      `${tenant} ${verify} ${upstream?.secure} ${upstream?.hostname}:${upstream?.port} ${upstream?.authorization}`
    let pool = pools.get(key)
    if (pool === undefined) {
      closeIdle()
      pool = open(use)
    } else pools.delete(key)
    pools.set(key, pool)
    const { agent, connecting, pending } = pool
    pending.set(origin, (pending.get(origin) ?? 0) + 1)
    return {
      dispatcher: agent,
      release: () => {
        const left = pending.get(origin)! - 1
        if (left > 0) return void pending.set(origin, left)
        pending.delete(origin)
        for (const cancel of connecting.get(origin) ?? []) cancel()
      }
    }
  }
})

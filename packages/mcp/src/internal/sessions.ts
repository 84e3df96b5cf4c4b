/**
 * Manages sessions, for revisions that have them. A session of a restarted server or of another node is created
 * again, because no call depends on its state. Effect's server never ends a session, so this module limits their
 * number.
 */
import * as Effect from "effect/Effect"
import { watched } from "./watched.ts"

export type Ask = (request: Request) => Promise<Response>

interface Session {
  readonly owner: string
  readonly inner: string
  active: number
}

export interface Sessions {
  readonly run: (
    request: {
      readonly owner: string
      readonly session: string | undefined
      readonly version: string | undefined
      readonly toRequest: (session: string | undefined) => Request
      readonly isEnd: boolean
    }
  ) => Effect.Effect<Response, never>
  readonly size: () => number
}

const address = "http://mcp.internal/mcp"

const headersOf = (version: string | undefined, session: string | undefined): Record<string, string> => ({
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  ...(version === undefined ? {} : { "mcp-protocol-version": version }),
  ...(session === undefined ? {} : { "mcp-session-id": session })
})

export const sessionHeader = "mcp-session-id"
/** The last revision without a required header. Clients that send none use it. */
const versionBefore = "2025-03-26"

export const isRevision = (version: string | undefined): boolean =>
  version === "2024-11-05" || version === "2025-03-26" || version === "2025-06-18" || version === "2025-11-25"

/** After this response, a client starts a new session (MCP, Streamable HTTP, "Session Management"). */
const unknown = () =>
  new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } }), {
    status: 404,
    headers: { "content-type": "application/json" }
  })

export const make = (ask: Ask, most: number): Sessions => {
  const sessions = new Map<string, Session>()
  const adopting = new Map<string, Promise<Session>>()

  // Without a version, the server uses the negotiated one. With another version, it would not end the session.
  const end = (session: Session) =>
    ask(new Request(address, { method: "DELETE", headers: headersOf(undefined, session.inner) }))
      .then((response) => response.arrayBuffer(), () => undefined)

  const keep = (id: string, session: Session) => {
    sessions.delete(id)
    sessions.set(id, session)
    if (sessions.size <= most) return
    for (const [other, { active }] of sessions) {
      if (active > 0 || other === id) continue
      const old = sessions.get(other)!
      sessions.delete(other)
      void end(old)
      return
    }
  }

  const adopt = async (owner: string, id: string, version: string): Promise<Session> => {
    const post = (body: unknown, inner?: string) =>
      ask(
        new Request(address, {
          method: "POST",
          headers: headersOf(inner && version, inner),
          body: JSON.stringify(body)
        })
      )
    const answer = await post({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "resumed", version: "0" } }
    })
    await answer.arrayBuffer()
    const inner = answer.headers.get(sessionHeader) ?? ""
    await post({ jsonrpc: "2.0", method: "notifications/initialized" }, inner).then((response) =>
      response.arrayBuffer()
    )
    const session = { owner, inner, active: 0 }
    keep(id, session)
    return session
  }

  /** Creates the session again if this server does not have it. Sessions of other teams are invisible. */
  const find = async (owner: string, id: string, version: string): Promise<Session | undefined> => {
    let session = sessions.get(id)
    if (session === undefined) {
      // Concurrent calls create the session once.
      const begun = adopting.get(id) ?? adopt(owner, id, version).finally(() => adopting.delete(id))
      adopting.set(id, begun)
      session = await begun
    }
    return session.owner === owner ? session : undefined
  }

  return {
    size: () => sessions.size,
    run: ({ isEnd, owner, session: name, toRequest, version }) => {
      if (name === undefined) {
        return Effect.promise(async () => {
          const response = await ask(toRequest(undefined))
          const id = response.headers.get(sessionHeader)
          if (id !== null) keep(id, { owner, inner: id, active: 0 })
          return response
        })
      }
      if (isEnd) {
        return Effect.promise(async () => {
          const known = sessions.get(name)
          if (known !== undefined && known.owner !== owner) return unknown()
          sessions.delete(name)
          if (known !== undefined) await end(known)
          return new Response(null, { status: 204 })
        })
      }
      return Effect.promise(async () => {
        const session = await find(owner, name, version ?? versionBefore)
        if (session === undefined) return unknown()
        keep(name, session)
        session.active++
        try {
          return watched(await ask(toRequest(session.inner)), () => session.active--)
        } catch (cause) {
          session.active--
          throw cause
        }
      })
    }
  }
}

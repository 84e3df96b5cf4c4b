/** Reads closed shadow roots that HTML declares. Scripts of the page cannot reach them, but readers see their text. */
import * as Effect from "effect/Effect"
import type { CDPSession, Request } from "playwright-core"
import { ask, type Remote, remote } from "./calls.ts"
import { evaluate } from "./evaluate.ts"
import { adoptRoots, declaresRoots } from "./settleScript.ts"
import type { Slot } from "./slot.ts"

const CLOSED_ROOT = /\bshadowrootmode\s*=\s*["']?closed/i
/** Each closed root costs one browser call. */
const MAX_CLOSED_ROOTS = 500
const MAX_CALL_MS = 4_000

interface Node {
  readonly backendNodeId: number
  readonly shadowRootType?: string
  readonly children?: ReadonlyArray<Node>
  readonly shadowRoots?: ReadonlyArray<Node>
  readonly contentDocument?: Node
}

const closedRootsIn = (root: Node): ReadonlyArray<number> => {
  const found: Array<number> = []
  const left = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.shadowRootType === "closed") found.push(node.backendNodeId)
    for (const inner of node.shadowRoots ?? []) if (inner.shadowRootType !== "user-agent") left.push(inner)
    for (const inner of node.children ?? []) left.push(inner)
    if (node.contentDocument !== undefined) left.push(node.contentDocument)
  }
  return found
}

const isDeclaredIn = (request: Request): Effect.Effect<boolean> =>
  ask(remote(request), async (request) => {
    const response = await request.response()
    return response !== null && CLOSED_ROOT.test(await response.text())
  }, MAX_CALL_MS).pipe(Effect.orElseSucceed(() => false))

const GROUP = "declaredRoots"

const adopt = Effect.fnUntraced(function*(session: Remote<CDPSession>) {
  const nodes = ask(session, async (session) => {
    const { result } = await session.send("Runtime.evaluate", { expression: "document", objectGroup: GROUP })
    const { node } = await session.send("DOM.describeNode", { objectId: result.objectId!, depth: -1, pierce: true })
    return node as Node
  }, MAX_CALL_MS)
  const roots = closedRootsIn(yield* nodes)
  const resolve = (backendNodeId: number) =>
    ask(session, async (session) => {
      const { object } = await session.send("DOM.resolveNode", { backendNodeId, objectGroup: GROUP })
      const functionDeclaration = adoptRoots
      await session.send("Runtime.callFunctionOn", { objectId: object.objectId!, functionDeclaration })
    }, MAX_CALL_MS)
  const adopted = yield* Effect.forEach(
    roots.slice(0, MAX_CLOSED_ROOTS),
    (root) => Effect.match(resolve(root), { onFailure: () => 0, onSuccess: () => 1 }),
    { concurrency: 20 }
  )
  yield* Effect.ignore(ask(session, (session) => session.send("Runtime.releaseObjectGroup", { objectGroup: GROUP })))
  return roots.length - adopted.reduce<number>((sum, one) => sum + one, 0)
})

/**
 * Makes declared closed roots readable. Searches only pages whose source declares one. Returns the number of roots
 * whose text is missing.
 */
export const adoptDeclaredRoots = ({ documents, session }: Slot): Effect.Effect<number> =>
  Effect.gen(function*() {
    const declared = yield* Effect.orElseSucceed(evaluate<boolean>(session, declaresRoots), () => false)
    const isFound = declared ||
      (yield* Effect.forEach(documents, isDeclaredIn, { concurrency: "unbounded" })).includes(true)
    return isFound ? yield* Effect.orElseSucceed(adopt(session), () => 1) : 0
  })

/**
 * Provides two ends of a channel within one thread, for pdf.js and its worker. The substitute in pdf.js copies every
 * message with `structuredClone`. Here both sides share objects, which neither changes after sending.
 */

interface Message {
  readonly chunk?: {
    readonly fnArray?: Array<number>
    readonly argsArray?: Array<unknown>
    readonly lastChunk?: boolean
  }
}

type Listener = (event: { readonly data: unknown }) => void

export interface Port {
  readonly postMessage: (message: unknown) => void
  readonly addEventListener: (
    name: string,
    listener: Listener,
    options?: { readonly signal?: AbortSignal } | null
  ) => void
  readonly removeEventListener: (name: string, listener: Listener) => void
}

/** Runs for each chunk of a page's operators except the last. */
export type OnOperators = (count: number) => void

/** Copies an operator list, because the sender reuses its arrays. Their elements are not copied. */
const snapshot = (message: unknown, onOperators: OnOperators): unknown => {
  const chunk = (message as Message | null)?.chunk
  if (chunk?.fnArray === undefined || chunk.argsArray === undefined) return message
  if (chunk.lastChunk !== true) onOperators(chunk.fnArray.length)
  return {
    ...(message as object),
    chunk: { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() }
  }
}

const end = (listeners: () => Set<Listener>, own: Set<Listener>, onOperators: OnOperators): Port => ({
  postMessage: (message) => {
    const data = snapshot(message, onOperators)
    queueMicrotask(() => {
      for (const listener of listeners()) listener({ data })
    })
  },
  addEventListener: (_, listener, options) => {
    own.add(listener)
    options?.signal?.addEventListener("abort", () => own.delete(listener), { once: true })
  },
  removeEventListener: (_, listener) => {
    own.delete(listener)
  }
})

export const makePair = (onOperators: OnOperators): readonly [Port, Port] => {
  const left = new Set<Listener>()
  const right = new Set<Listener>()
  return [end(() => right, left, onOperators), end(() => left, right, onOperators)]
}

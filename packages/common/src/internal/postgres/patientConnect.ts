/** Waits for a connection of a shared pool, with a separate timeout. */
import * as Duration from "effect/Duration"

/** A connection that arrives after the timeout returns to the pool. */
export const patientConnect =
  <C extends { readonly release: () => void }>(connect: () => Promise<C>, limit: Duration.Input) => (): Promise<C> =>
    new Promise<C>((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new Error("timeout exceeded when trying to connect"))
      }, Duration.toMillis(limit))
      connect().then((client) => {
        clearTimeout(timer)
        if (isLate) client.release()
        else resolve(client)
      }, (cause) => {
        clearTimeout(timer)
        reject(cause)
      })
    })

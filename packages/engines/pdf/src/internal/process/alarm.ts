/** Provides a restartable timer that does not keep the host alive. */
export interface Alarm {
  /** Starts the timer, or restarts a running one. */
  readonly set: () => void
  readonly stop: () => void
}

/** Returns a timer that calls `ring` the given milliseconds after it was set. */
export const make = (millis: number, ring: () => void): Alarm => {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    set: () => {
      stop()
      timer = setTimeout(ring, millis).unref()
    },
    stop
  }
}

/** Provides a restartable timer that does not keep the host alive. */
export interface Alarm {
  /** Starts the timer, or restarts it if it runs. */
  readonly set: () => void
  readonly stop: () => void
}

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

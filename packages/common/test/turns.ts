/** Counts turns of the event loop from now on, and what is noted in each, until it is asked what it saw. */
export const countTurns = () => {
  let noted = 0
  let most = 0
  let turns = 0
  const next = () => {
    turns++
    noted = 0
    timer = setImmediate(next)
  }
  let timer = setImmediate(next)
  return {
    note: (): void => {
      most = Math.max(most, ++noted)
    },
    /** Turns so far. */
    turns: (): number => turns,
    /** Ends the counting: the most that was noted in one turn, and how many turns there were. */
    end: () => {
      clearImmediate(timer)
      return { most, turns }
    }
  }
}

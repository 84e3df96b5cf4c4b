/** Wraps a response, to report when its body was read or abandoned. */
export const watched = (response: Response, heard: (outcome: "read" | "broken off") => void): Response => {
  if (response.body === null) {
    heard("read")
    return response
  }
  let isOver = false
  const tell = (outcome: "read" | "broken off") => {
    if (isOver) return
    isOver = true
    heard(outcome)
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        tell("read")
        controller.close()
      } catch (cause) {
        tell("broken off")
        controller.error(cause)
      }
    },
    cancel: (why) => {
      tell("broken off")
      return reader.cancel(why)
    }
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

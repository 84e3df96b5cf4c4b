export const watched = (response: Response, onEnd: (outcome: "read" | "broken off") => void): Response => {
  if (response.body === null) {
    onEnd("read")
    return response
  }
  let isOver = false
  const end = (outcome: "read" | "broken off") => {
    if (isOver) return
    isOver = true
    onEnd(outcome)
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end("read")
        controller.close()
      } catch (cause) {
        end("broken off")
        controller.error(cause)
      }
    },
    cancel: (why) => {
      end("broken off")
      return reader.cancel(why)
    }
  })
  return new Response(body, { status: response.status, headers: response.headers })
}

import { Tracer } from "effect"

/** A tracer that writes down the name and the attributes of every span that ends. */
export const recordedSpans = () => {
  const spans: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      span.end = (...parts) => {
        end(...parts)
        spans.push(JSON.stringify([span.name, Array.from(span.attributes)]))
      }
      return span
    }
  })
  return { spans, tracer }
}

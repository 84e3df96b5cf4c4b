import * as Context from "effect/Context"
import * as Metric from "effect/Metric"

/** Where a context keeps its metrics. */
interface Place {
  readonly registry: Metric.MetricRegistry
  readonly attributes: Readonly<Record<string, string>>
}

// The stages of a run share one context.
let last: { readonly context: Context.Context<never>; readonly place: Place } | undefined

const placeOf = (context: Context.Context<never>): Place => {
  if (last?.context === context) return last.place
  const registry = Context.get(context, Metric.MetricRegistry)
  const attributes = Context.get(context, Metric.CurrentMetricAttributes)
  const isSame = last?.place.registry === registry && last.place.attributes === attributes
  last = { context, place: isSame ? last!.place : { registry, attributes } }
  return last.place
}

const seriesOf = <Input, State>(
  metric: Metric.Metric<Input, State>,
  context: Context.Context<never>,
  { registry }: Place
): Metric.Metric.Hooks<Input, State> => {
  const own: Metric.MetricRegistry = new Map()
  metric.valueUnsafe(Context.add(context, Metric.MetricRegistry, own))
  for (const [key, made] of own) registry.set(key, registry.get(key) ?? made)
  return registry.get([...own.keys()][0]!)!.hooks
}

/**
 * Updates a metric as `updateUnsafe` does, and looks its series up only when the context has another registry, or other
 * attributes, than at the update before.
 */
export const updates = <Input, State>(metric: Metric.Metric<Input, State>) => {
  let place: Place | undefined
  let series: Metric.Metric.Hooks<Input, State>
  return (input: Input, context: Context.Context<never>): void => {
    const current = placeOf(context)
    if (current !== place) {
      series = seriesOf(metric, context, current)
      place = current
    }
    series.update(input, context)
  }
}

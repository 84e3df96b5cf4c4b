/** Converts a query to text for a model. */
import type { Node } from "@dunlin/query-operators/QueryNode"

export const of = (nodes: ReadonlyArray<Node>): ReadonlyArray<string> =>
  nodes.flatMap((node) =>
    node.negated || node._tag === "Operator"
      ? []
      : node._tag === "And" || node._tag === "Or"
      ? of(node.items)
      : [node.value]
  )

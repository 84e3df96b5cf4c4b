export * as Country from "./Country.ts"
export * as Query from "./Query.ts"
export * as QueryNode from "./QueryNode.ts"
export * as TimeFilter from "./TimeFilter.ts"

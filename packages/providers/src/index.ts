export * as SearchError from "./SearchError.ts"
export * as SearchProvider from "./SearchProvider.ts"

export * as LocalIndex from "./LocalIndex.ts"
export * as SearchError from "./SearchError.ts"
export * as SearchProvider from "./SearchProvider.ts"

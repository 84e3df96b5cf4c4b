export * as EgressGuard from "./EgressGuard.ts"
export * as Fetcher from "./Fetcher.ts"
export * as FetchError from "./FetchError.ts"
export * as NavigationGuard from "./NavigationGuard.ts"

/** A package of the workspace. */
export interface Package {
  /** Below `packages/`, for example `fetcher` or `engines/html`. */
  readonly path: string
  readonly folder: string
  readonly home: string
  readonly manifest: { readonly name: string; readonly private?: boolean }
}

export const root: string
export const packages: ReadonlyArray<Package>
export const published: ReadonlyArray<Package>

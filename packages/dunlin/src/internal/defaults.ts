import * as ArtifactStore from "@dunlin/cache/ArtifactStore"
import type { CacheError } from "@dunlin/cache/CacheError"
import * as FileArtifacts from "@dunlin/cache/FileArtifacts"
import * as PageCache from "@dunlin/cache/PageCache"
import * as SnapshotStore from "@dunlin/cache/SnapshotStore"
import * as SqliteCache from "@dunlin/cache/SqliteCache"
import * as CreditLedger from "@dunlin/credits/CreditLedger"
import * as SqliteLedger from "@dunlin/credits/SqliteLedger"
import * as Profiles from "@dunlin/fetcher/Profiles"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

export const cacheIn = (
  filename: string | undefined
): Layer.Layer<PageCache.PageCache | SnapshotStore.SnapshotStore, CacheError> =>
  filename === undefined
    ? Layer.merge(PageCache.layerMemory(), SnapshotStore.layerMemory)
    : SqliteCache.layer({ filename })

export const artifactsIn = (directory: string | undefined) =>
  directory === undefined ? ArtifactStore.layerMemory() : FileArtifacts.layer({ directory })

export const profilesIn = (
  directory: string | undefined,
  key?: Redacted.Redacted,
  quota: Omit<Profiles.FileOptions, "directory" | "key"> = {}
) => directory === undefined ? Profiles.layerMemory : Profiles.layerFile({ directory, key, ...quota })

export const creditsIn = (filename: string | undefined, initial: number | "unlimited" = "unlimited") =>
  filename === undefined ? CreditLedger.layerMemory({ initial }) : SqliteLedger.layer({ file: filename, initial })

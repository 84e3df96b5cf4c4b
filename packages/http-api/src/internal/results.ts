import type { SearchData } from "@dunlin/schema/SearchResponse"

export const countOf = (data: SearchData): number =>
  (data.web?.length ?? 0) + (data.news?.length ?? 0) + (data.images?.length ?? 0)

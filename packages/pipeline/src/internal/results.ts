/** Converts hits to the contract's results, with their positions. */
import type { ImageHit, NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import type { ImageResult, NewsResult, SearchData, WebResult } from "@dunlin/schema/SearchResponse"
import type { Hits } from "../SearchState.ts"

export const webResult = ({ category, description, title, url }: WebHit, index: number): WebResult => ({
  url,
  title,
  description,
  position: index + 1,
  ...(category === undefined ? {} : { category })
})

export const imageResult = (
  { imageHeight, imageUrl, imageWidth, title, url }: ImageHit,
  index: number
): ImageResult => ({
  title,
  imageUrl,
  ...(imageWidth === undefined ? {} : { imageWidth }),
  ...(imageHeight === undefined ? {} : { imageHeight }),
  url,
  position: index + 1
})

export const newsResult = ({ date, imageUrl, snippet, title, url }: NewsHit, index: number): NewsResult => ({
  title,
  snippet,
  url,
  ...(date === undefined ? {} : { date }),
  ...(imageUrl === undefined ? {} : { imageUrl }),
  position: index + 1
})

export const resultsOf = ({ images, news, web }: Hits): SearchData => ({
  ...(web === undefined ? {} : { web: web.map(webResult) }),
  ...(images === undefined ? {} : { images: images.map(imageResult) }),
  ...(news === undefined ? {} : { news: news.map(newsResult) })
})

/**
 * English words that say nothing about a page: Lucene's stop words, pronouns, auxiliaries and the words questions begin
 * with. They are indexed (titles and phrases need them) but left out of other queries.
 */
export const stopWords: ReadonlySet<string> = new Set(
  ("a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to " +
    "was will with how do does did what which who whom when where why i me my we our you your can could should would am " +
    "been being were has have had from so than its he she his her").split(" ")
)

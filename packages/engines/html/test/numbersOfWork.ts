/**
 * Numbers of the HTML wing that are no heuristics, by file: they are no part of what golden pages have to hold, and
 * `npm run bench -- mutate` says how many they are. It doubles those of `work`, and names each one that changes what is
 * read of a golden page: it is in the wrong list.
 */
export interface Numbers {
  readonly [file: string]: ReadonlyArray<string>
}

/** Numbers that stand for something else: bits of a set or of a number, states, characters, bytes, and how far a loop is unrolled. */
export const codes: Numbers = {
  "content/trees.ts": ["FEATURE_BITS", "PARALLEL_TREES"],
  "names/verdicts.ts": [
    "STRONG",
    "WEAK",
    "COMMENTS",
    "POSITIVE",
    "ARTICLE_BODY",
    "PANEL",
    "CHROME",
    "CAPTION",
    "EMBED",
    "LEAD",
    "CONCEALED",
    "AUTHOR",
    "TIME",
    "REVIEWS"
  ],
  "survey/survey.ts": ["Link", "Marked", "Picture", "Listed"],
  "tape/attributes.ts": ["WIDTH"],
  "tape/lent.ts": ["WORD", "DOUBLE"],
  "tape/scan.ts": ["LT", "GT", "SLASH"],
  "tape/tags.ts": ["TEXT", "BLOCK", "VOID", "INVISIBLE", "CONTAINER", "HEADING", "EMBEDDED", "SCOPE"],
  "visibility/selectors.ts": [
    "Found",
    "FailsHere",
    "FailsForSiblings",
    "FailsForAll",
    "LEFT_TO_RIGHT",
    "RIGHT_TO_LEFT",
    "UNTOLD"
  ],
  "visibility/concerns.ts": ["NEVER", "LATER", "NOW"],
  "visibility/shapes.ts": ["NOTHING"]
}

/** Numbers that decide time and memory: sizes of tables and caches, the price of a look, how a search begins. */
export const work: Numbers = {
  "content/containers.ts": ["LOW_BITS", "MIN_GROUP_SLOTS", "MAX_PROBES_FOR_SERIES"],
  "data/attributeValues.ts": ["VALUE_COST"],
  "data/authors.ts": ["MAX_PARTS_ABOUT_OTHERS", "MAX_SITES"],
  "data/credits.ts": ["MAX_CACHED_CLASSES"],
  "markdown/emitter.ts": ["MAX_RUNS"],
  "markdown/marks.ts": ["MAX_CHARACTERS_OF_SHOWN_AMOUNT"],
  "markdown/nodeList.ts": ["INITIAL_LIST_CAPACITY"],
  "markdown/pieces.ts": ["MAX_WAITING_PIECES"],
  "names/lexicon.ts": ["MAX_PROBES_FOR_NAME"],
  "names/naming.ts": ["MAX_PROBES_FOR_VALUE", "VALUE_SLOTS"],
  "names/wordTable.ts": ["MIN_WORD_SLOTS", "PLACES_PER_WORD"],
  "selectors/selector.ts": ["PARTS_OF_PATTERN"],
  "selectors/strings.ts": ["SHORT_NEEDLE"],
  "tape/build.ts": ["INITIAL_CAPACITY"],
  "tape/lent.ts": ["ALIGNMENT_BYTES", "LINE"],
  "tape/scan.ts": [
    "MAX_CHARACTERS_OF_NEAR_SEARCH",
    "MAX_COMPARED_ATTRIBUTES",
    "ATTRIBUTE_SLOTS",
    "MAX_PROBES_FOR_ATTRIBUTE",
    "SCAN_MARGIN",
    "MAX_REUSED_SIZE"
  ],
  "visibility/cascade.ts": ["LOOKS_OF_VARIABLE"],
  "visibility/colors.ts": ["MAX_REMEMBERED_COLORS", "MAX_CACHED_COLOR_CHARACTERS"],
  "visibility/classWords.ts": ["BEGINNINGS", "GOLDEN", "LENGTH_CLASSES", "ROOM_FOR_WORDS", "MAX_PROBES_FOR_CLASS_WORD"],
  "visibility/concerns.ts": ["DEEPEST_ALTERNATIVES"],
  "visibility/concealed.ts": ["LOOKS_OF_OPACITY"],
  "visibility/hiding.ts": ["MAX_REMEMBERED_VALUES", "MAX_CACHED_VALUE_CHARACTERS"],
  "visibility/pageNames.ts": ["FEW_WORDS", "MAX_PROBES_FOR_PAGE_NAME"],
  "visibility/revealed.ts": ["LOOKS_OF_LENGTH"],
  "visibility/scripts.ts": ["MAX_SEARCHES", "MAX_OCCURRENCES_PER_WORD"],
  "visibility/selectors.ts": ["CHARACTERS_PER_LOOK_POWER"],
  "visibility/shapes.ts": ["SHAPES_OF_CLASS", "FIRST_ATTRIBUTE"],
  "visibility/textLooks.ts": ["MAX_REMEMBERED_LOOKS"]
}

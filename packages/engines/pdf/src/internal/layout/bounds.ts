/** Limits the work per page, to prevent quadratic time. A page above a limit is a drawing or data. */

export const MAX_LINES_OF_LAYOUT = 4000

export const MAX_RULES_OF_LAYOUT = 2000

export const MAX_SORTED_BLOCKS = 250

export const MAX_TABLE_ROWS = 400
export const MAX_TABLE_COLUMNS = 200

export const CANDIDATES = 200

export const MAX_NEIGHBOURS = 60

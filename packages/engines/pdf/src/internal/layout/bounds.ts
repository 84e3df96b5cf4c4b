/** Limits the work per page, to prevent quadratic time. A page above a limit is a drawing or data. */

/** Maximum lines or rows of a page that are searched for columns, tables, names and formulas. */
export const MAX_LINES_OF_LAYOUT = 4000

/** Maximum rules, or boxes, of a page that may separate words or bound cells. */
export const MAX_RULES_OF_LAYOUT = 2000

/** Maximum number of blocks of a page that are sorted individually. */
export const MAX_SORTED_BLOCKS = 250

/** Maximum rows and columns of a table. */
export const MAX_TABLE_ROWS = 400
export const MAX_TABLE_COLUMNS = 200

/** Maximum number of candidates of one kind on a page. */
export const CANDIDATES = 200

/** Maximum number of neighbours that are checked for each candidate. */
export const MAX_NEIGHBOURS = 60

/** Pages of the index have whole addresses; those of the site stand below this one, which no server has. */
export const origin = "https://docs.invalid/"

/** The ranks of `o200k_base`: 2.7 MB, a file that is loaded when a program counts tokens, and no part of its bundle. */
export { countTokens } from "gpt-tokenizer/encoding/o200k_base"

/**
 * Provides the token ranks of `o200k_base`. The file of 2.7 MB is loaded when a program counts tokens, and excluded
 * from its bundle.
 */
export { countTokens } from "gpt-tokenizer/encoding/o200k_base"

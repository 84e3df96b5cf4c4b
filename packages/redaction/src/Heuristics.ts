/**
 * Finds personal data by rules, with the detectors of `@dunlin/pii`.
 *
 * @since 0.1.0
 */
export { detect, type Options } from "@dunlin/pii/Detect"

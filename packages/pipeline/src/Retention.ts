/**
 * Data that a request may store, decided once and read by every stage.
 *
 * @since 0.1.0
 */

/**
 * `standard` keeps pages and logs. `zdr`, `anon` and `lockdown` keep nothing: no cached page, no snapshot, no
 * artifact, and neither query nor URL in any log, span or audit event.
 *
 * @category models
 * @since 0.1.0
 */
export type Retention = "standard" | "zdr" | "anon" | "lockdown"

/**
 * Whether anything of the request may be kept.
 *
 * @category guards
 * @since 0.1.0
 */
export const keeps = (retention: Retention): boolean => retention === "standard"

/**
 * The strictest mode that a request asks for.
 *
 * @category constructors
 * @since 0.1.0
 */
export const of = (
  enterprise: ReadonlyArray<"anon" | "zdr">,
  options: { readonly zeroDataRetention: boolean; readonly lockdown: boolean } | undefined
): Retention =>
  enterprise.includes("zdr") || options?.zeroDataRetention === true
    ? "zdr"
    : enterprise.includes("anon")
    ? "anon"
    : options?.lockdown === true
    ? "lockdown"
    : "standard"

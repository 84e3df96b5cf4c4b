/**
 * Decides which data a request may store. The decision is made once, and every stage uses it.
 *
 * @since 0.1.0
 */

/**
 * `standard` stores pages and logs. `zdr`, `anon` and `lockdown` store nothing: no cached page, no snapshot, no
 * artifact, and neither query nor URL in any log, span or audit event.
 *
 * @category models
 * @since 0.1.0
 */
export type Retention = "standard" | "zdr" | "anon" | "lockdown"

/**
 * Whether data of the request may be stored.
 *
 * @category guards
 * @since 0.1.0
 */
export const keeps = (retention: Retention): boolean => retention === "standard"

/**
 * Returns the strictest mode of a request.
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

/**
 * Defines the failure of an index's storage. Its message names the storage and a remedy, but contains no query and no
 * password.
 *
 * @since 0.2.0
 */

/**
 * The storage of an index failed, or refused a request.
 *
 * @category errors
 * @since 0.2.0
 */
export class StorageError extends Error {
  override readonly name = "StorageError"
  /** Code of the failure, such as `ECONNREFUSED` or the HTTP status. */
  readonly code: string

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

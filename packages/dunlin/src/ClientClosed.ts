/**
 * A call on a client that has been closed.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The client was closed before the call, or while it was running. With `await using`, await the call inside of the
 * block.
 *
 * @category errors
 * @since 0.1.0
 */
export class ClientClosed extends Schema.TaggedError<ClientClosed>()("ClientClosed", {}) {
  override get message(): string {
    return "the client is closed: await its calls before `close()` or the end of `await using`"
  }

  get isRetryable(): boolean {
    return false
  }
}

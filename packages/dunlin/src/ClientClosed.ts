/**
 * Defines the error of a call on a closed client.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The client was closed before or during the call. With `await using`, await the call inside the block.
 *
 * @category errors
 * @since 0.1.0
 */
export class ClientClosed extends Schema.TaggedError<ClientClosed>()("ClientClosed", {}) {
  override get message(): string {
    return "the client is closed: await pending calls before `close()` or the end of `await using`"
  }

  get isRetryable(): boolean {
    return false
  }
}

/** Defines the reasons why an office file cannot be read. */

export type Why = "damaged" | "encrypted" | "large"

export class Unreadable extends Error {
  readonly why: Why

  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

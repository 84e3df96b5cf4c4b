import { assert } from "vitest"

/** What is thrown, or what a promise rejects with; fails where nothing is. */
export const failureOf = async (act: () => unknown): Promise<any> => {
  try {
    await act()
  } catch (error) {
    return error
  }
  return assert.fail("should have failed")
}

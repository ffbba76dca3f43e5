import { expect } from "vitest";
import { type ClientError, isClientError } from "../../../src/core/errors.ts";

/** What the library says of something wrong; the test fails where it says nothing, or something else fails. */
export function refusalOf(act: () => unknown): ClientError {
  try {
    act();
  } catch (error) {
    if (isClientError(error)) return error;
    throw error;
  }
  return expect.unreachable("nothing was refused");
}

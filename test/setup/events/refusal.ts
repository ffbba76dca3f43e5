import { expect } from "vitest";
import { type ClientError, isClientError } from "../../../src/core/errors.ts";

/** Returns the `ClientError` that `act` throws. The test fails if `act` succeeds or throws another error. */
export function refusalOf(act: () => unknown): ClientError {
  try {
    act();
  } catch (error) {
    if (isClientError(error)) return error;
    throw error;
  }
  return expect.unreachable("nothing was rejected");
}

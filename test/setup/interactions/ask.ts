import {
  createInteractionHandler,
  type InteractionHandlerOptions,
  type Problem,
} from "../../../src/interactions/index.ts";
import { publicKey, signedRequest } from "./service.ts";

/** Sends a signed payload to a new handler with these options. */
export async function ask(payload: unknown, options: Partial<InteractionHandlerOptions> = {}) {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const handler = createInteractionHandler({ publicKey, commands: [], report, ...options });
  const response = await handler(signedRequest(payload));
  const text = await response.text();
  return {
    status: response.status,
    answer: text && JSON.parse(text),
    problems: problems.map(({ code }) => code),
    messages: problems.map(({ message }) => message),
  };
}

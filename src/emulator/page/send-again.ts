import { parseForeignJson } from "../../core/request/response.ts";
import { randomBytes } from "node:crypto";
import { validationError } from "../../core/errors.ts";
import type { InteractionPayload } from "../../wire/interaction.ts";
import { createSnowflake } from "../base/recent.ts";
import { type InvocationResult, runInteraction } from "../player/run-interaction.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { postForged, statusOfReply } from "../outbound/signed-post.ts";
import type { FoundPlace } from "../player/place.ts";
import type { Done } from "./model/view.ts";
import { isInteraction } from "./shown-exchange.ts";

/**
 * Uses a new id and token, because the service never repeats them.
 *
 * @throws ClientError `unknown_interaction` (ValidationError), and as `runInteraction`.
 */
export function sendAgain(
  place: Pick<FoundPlace, "world" | "application">,
  number: number,
): Promise<InvocationResult> {
  const [id, token] = [createSnowflake(place.world.clock.now()), randomBytes(48).toString("base64url")];
  return runInteraction(place, { ...findSent(place.application, number), id, token });
}

/** @throws ClientError `unknown_interaction` (ValidationError). */
export async function sendForged(application: EmulatorApplication, number: number): Promise<Done> {
  const { endpoint } = application;
  const sent = findSent(application, number);
  if (endpoint === undefined) throw unknownExchange(number);
  const status = statusOfReply(await postForged(application, endpoint, sent));
  if (status === 401) return { notes: ["The endpoint refused the wrong signature with 401, as it must."] };
  return {
    problem: {
      message: `The endpoint answered a wrong signature with ${status === undefined ? "nothing" : `status ${status}`}.`,
      hint: "It must check the signature before anything else, and answer 401 if it is wrong.",
    },
  };
}

function findSent({ exchanges }: EmulatorApplication, number: number): InteractionPayload {
  const exchange = exchanges.all.find((one) => one.number === number);
  if (!exchange || !isInteraction(exchange)) throw unknownExchange(number);
  return parseForeignJson(exchange.request.body) as InteractionPayload;
}

function unknownExchange(number: number) {
  return validationError(
    "unknown_interaction",
    `The request ${number} cannot be sent again: it is no longer kept, or is not an interaction.`,
    "Use the command once more.",
  );
}

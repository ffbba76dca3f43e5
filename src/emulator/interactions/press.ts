import { type ClientError, validationError } from "../../errors.ts";
import { InteractionType } from "../../wire/interaction.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import { fillComponents, type FormFields, listComponents } from "./components.ts";
import { type InvocationResult, runInteraction } from "./run-interaction.ts";
import { describeEnvelope } from "./interaction-payload.ts";
import type { EmulatorApplication } from "../world/application.ts";
import type { World } from "../world/world.ts";
import { findPlace, type Place } from "./place.ts";

/** A player presses a button, or picks from a menu. */
export interface Press extends Place {
  /** The message it stands in, out of the `messages` of an earlier result. */
  readonly message: WireMessage;
  readonly customId: string;
  /** What is picked from a menu. */
  readonly values?: readonly string[] | undefined;
}

/** A player sends a form. */
export interface Submission extends Place {
  /** `data` of the answer that opened it. */
  readonly modal: ModalBody;
  /** What is filled in; a field that is left out stays as the application wrote it. */
  readonly fields?: FormFields | undefined;
  /** The message whose component opened it. */
  readonly message?: WireMessage | undefined;
}

/**
 * Lets a player use a component of a message.
 *
 * @throws ClientError `unknown_component` (ValidationError), and as `runInteraction`.
 */
export async function press(
  world: World,
  application: EmulatorApplication,
  pressed: Press,
): Promise<InvocationResult> {
  const { message, customId, values } = pressed;
  const component = listComponents(message.components).find(({ custom_id: id }) => id === customId);
  if (!component) throw unknownComponent(customId);
  const data = { custom_id: customId, component_type: Number(component["type"]), ...(values && { values }) };
  const place = findPlace(world.players, application, { channelId: message.channel_id, ...pressed });
  const type = InteractionType.MessageComponent;
  return runInteraction(world, application, { ...describeEnvelope({ ...place, type }), message, data });
}

/**
 * Lets a player send a form that the application opened.
 *
 * @throws ClientError as `runInteraction`.
 */
export async function submit(
  world: World,
  application: EmulatorApplication,
  submission: Submission,
): Promise<InvocationResult> {
  const { modal, fields = {}, message } = submission;
  const data = { custom_id: modal.custom_id, components: fillComponents(modal.components, fields) };
  const place = findPlace(world.players, application, { channelId: message?.channel_id, ...submission });
  const type = InteractionType.ModalSubmit;
  return runInteraction(world, application, {
    ...describeEnvelope({ ...place, type }),
    ...(message && { message }),
    data,
  });
}

function unknownComponent(customId: string): ClientError {
  return validationError(
    "unknown_component",
    `The message has no component with the custom_id ${JSON.stringify(customId)}.`,
  );
}

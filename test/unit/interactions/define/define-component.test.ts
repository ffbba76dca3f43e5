import { expect, test } from "vitest";
import { Delivery } from "../../../../src/interactions/answer/delivery.ts";
import { createAnswerRules } from "../../../../src/interactions/messages/rules/answer-rules.ts";
import {
  defineComponent,
  defineModal,
  splitCustomId,
} from "../../../../src/interactions/define/define-component.ts";
import { componentPayload, modalPayload } from "../../../setup/interactions/service.ts";

const run = (definition: { run: (payload: never, delivery: Delivery) => unknown }, payload: unknown) =>
  definition.run(
    payload as never,
    new Delivery(
      payload as never,
      () => expect.unreachable(),
      () => undefined,
      createAnswerRules(),
    ),
  );

test("passes the part after the colon to a component's handler", () => {
  const component = defineComponent({
    customId: "vote",
    handle: (interaction, argument) => interaction.update({ content: argument }),
  });
  expect(component).toMatchObject({ kind: "component", customId: "vote" });
  expect(run(component, componentPayload("vote:blue:1"))).toEqual({ type: 7, data: { content: "blue:1" } });
  expect(run(component, componentPayload("vote"))).toEqual({ type: 7, data: { content: "" } });
});

test("passes the fields to a form's handler", () => {
  const modal = defineModal({
    customId: "form",
    handle: (interaction, fields, argument) =>
      interaction.reply({ content: `${String(fields["why"])} ${argument}` }),
  });
  const field = { type: 4, custom_id: "why", value: "because" };
  expect(modal).toMatchObject({ kind: "modal", customId: "form" });
  expect(run(modal, modalPayload("form:5", [{ type: 1, components: [field] }]))).toEqual({
    type: 4,
    data: { content: "because 5" },
  });
});

test.each(["", "a:b", "x".repeat(101), "🎲".repeat(101)])("rejects the id %.10s", (customId) => {
  const handle = () => undefined;
  const refusal = expect.objectContaining({ code: "invalid_custom_id" }) as unknown;
  expect(() => defineComponent({ customId, handle })).toThrow(refusal);
  expect(() => defineModal({ customId, handle })).toThrow(refusal);
});

test("accepts an id of 100 characters, however many UTF-16 units they have", () => {
  const customId = "🎲".repeat(100);
  expect(defineComponent({ customId, handle: () => undefined })).toMatchObject({ customId });
});

test("splits an id at its first colon", () => {
  expect(splitCustomId("a:b:c")).toEqual({ name: "a", argument: "b:c" });
  expect(splitCustomId("a")).toEqual({ name: "a", argument: "" });
});

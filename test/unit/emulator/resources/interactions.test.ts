import { describe, expect, it } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import type { InteractionPayload } from "../../../../src/wire/interaction.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { formWith } from "../../../setup/emulator/encode.ts";

/** Creates an unanswered interaction. */
function openInteraction() {
  const world = new World({ world: { applications: [{ activities: true }] } });
  const application_id = world.applications[0].id;
  const payload = { id: "5", token: "token", application_id, type: 2, channel_id: "8" } as InteractionPayload;
  world.interactions.open(payload);
  const ask = (method: string, path: string, body?: unknown) =>
    callApi(world, method, path, body, { bot: false });
  const answer = (body: unknown, query = "") => ask("POST", `/interactions/5/token/callback${query}`, body);
  return { world, answer, ask, webhook: `/webhooks/${application_id}/token` };
}

const refusal = (status: number, code: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });
const reply = { type: 4, data: { content: "pong" } };

describe("an interaction's callback", () => {
  it("returns its message only with with_response=true", async () => {
    expect(await openInteraction().answer(reply)).toEqual({ status: 204 });
    const { answer, world, webhook } = openInteraction();
    const { status, body } = await answer(reply, "?with_response=true");
    const message = world.interactions.message(webhook.split("/")[2] ?? "", "token", "@original");
    expect([status, body]).toEqual([
      200,
      {
        interaction: {
          id: "5",
          type: 2,
          response_message_id: message.id,
          response_message_loading: false,
          response_message_ephemeral: false,
        },
        resource: { type: 4, message },
      },
    ]);
  });

  it("returns the launched Activity's id", async () => {
    const { answer, world } = openInteraction();
    const { body } = await answer({ type: 12 }, "?with_response=true");
    const { interaction } = body as { interaction: { activity_instance_id: string } };
    const id = interaction.activity_instance_id;
    expect(world.activities.find(world.applications[0].id, id)).toBeDefined();
    expect(body).toEqual({
      interaction: { id: "5", type: 2, activity_instance_id: id },
      resource: { type: 12, activity_instance: { id } },
    });
  });

  it("returns a deferred response's loading message", async () => {
    const { answer, ask, webhook } = openInteraction();
    const { body } = await answer({ type: 5, data: { flags: 64 } }, "?with_response=true");
    const { body: message } = await ask("GET", `${webhook}/messages/@original`);
    expect(body).toEqual({
      interaction: {
        id: "5",
        type: 2,
        response_message_id: (message as { id: string }).id,
        response_message_loading: true,
        response_message_ephemeral: true,
      },
      resource: { type: 4, message },
    });
  });

  it("returns no message for a form", async () => {
    const { answer } = openInteraction();
    const form = {
      type: 9,
      data: { custom_id: "f", title: "Form", components: [{ type: 10, content: "Hello" }] },
    };
    expect((await answer(form, "?with_response=true")).body).toEqual({ interaction: { id: "5", type: 2 } });
  });
});

describe("files", () => {
  const attachments = async ({ body }: { body?: unknown }) =>
    (body as { attachments: { id: string; filename: string }[] }).attachments;

  it("are accepted in the first response, a follow-up and an edit", async () => {
    const { answer, ask, webhook } = openInteraction();
    await answer(
      formWith({ type: 4, data: { attachments: [{ id: 0, description: "A map" }] } }, ["map.txt"]),
    );
    const original = `${webhook}/messages/@original`;
    const [first, ...none] = await attachments(await ask("GET", original));
    expect([first, none]).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        filename: "map.txt",
        size: 5,
        url: expect.stringContaining(`/${first?.id}/map.txt`),
        proxy_url: expect.stringContaining(`/${first?.id}/map.txt`),
        content_type: "text/plain",
        description: "A map",
      },
      [],
    ]);
    const added = await ask("PATCH", original, formWith({ content: "two" }, ["more.txt"]));
    expect(await attachments(added)).toMatchObject([first, { filename: "more.txt" }]);
    const stored = [{ id: first?.id }, { id: "0" }];
    const swapped = await ask("PATCH", original, formWith({ attachments: stored }, ["last.txt"]));
    expect(await attachments(swapped)).toMatchObject([first, { filename: "last.txt" }]);
    expect(await attachments(await ask("PATCH", original, { attachments: [] }))).toEqual([]);
    const later = await ask("POST", webhook, formWith({ flags: 64 }, ["a.txt", "b.txt"]));
    expect(await attachments(later)).toMatchObject([
      { filename: "a.txt", ephemeral: true },
      { filename: "b.txt" },
    ]);
  });

  it("are required if the attachments refer to them", async () => {
    const { answer, ask, webhook } = openInteraction();
    await answer({ type: 5 });
    const stray = { attachments: [{ id: 0 }, { id: 7 }] };
    const missing = { status: 400, body: { errors: { attachments: { 1: { _errors: [{}] } } } } };
    await expect(ask("POST", webhook, formWith(stray, ["a.txt"]))).rejects.toMatchObject(missing);
    const edit = ask("PATCH", `${webhook}/messages/@original`, formWith(stray, ["a.txt"]));
    await expect(edit).rejects.toMatchObject(missing);
  });
});

describe("an interaction's webhook", () => {
  it("creates, returns, edits and deletes later messages", async () => {
    const { answer, ask, webhook } = openInteraction();
    await answer({ type: 5 });
    const original = `${webhook}/messages/@original`;
    expect(await ask("PATCH", original, { content: "pong" })).toMatchObject({ body: { content: "pong" } });
    const { body } = await ask("POST", webhook, { content: "and again" });
    const { id } = body as { id: string };
    const second = `${webhook}/messages/${id}`;
    expect(await ask("GET", second)).toEqual({ status: 200, body });
    expect(await ask("PATCH", second, { content: "once more" })).toMatchObject({
      body: { content: "once more" },
    });
    expect(await ask("DELETE", second)).toEqual({ status: 204 });
    await expect(ask("GET", second)).rejects.toEqual(refusal(404, 10_008));
    expect(await ask("DELETE", original)).toEqual({ status: 204 });
    await expect(ask("GET", original)).rejects.toEqual(refusal(404, 10_008));
    const elsewhere = ask("POST", "/webhooks/5/token", { content: "x" });
    await expect(elsewhere).rejects.toEqual(refusal(404, 10_015));
  });
});

import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  defineCommand,
  defineComponent,
  defineModal,
  type Definitions,
  ErrorType,
  type HandlerResult,
  type Interaction,
  type Problem,
} from "../../../../src/interactions/index.ts";
import { ask } from "../../../setup/interactions/ask.ts";
import {
  ada,
  commandPayload,
  componentPayload,
  modalPayload,
  recordingFetch,
} from "../../../setup/interactions/service.ts";

const launching: [string, unknown, (handle: (interaction: Interaction) => HandlerResult) => Definitions][] = [
  [
    "a slash command",
    commandPayload({ name: "play" }),
    (handle) => ({ commands: [defineCommand({ name: "play", description: "Plays", handle })] }),
  ],
  [
    "a USER command",
    commandPayload({ name: "Play", type: 2, target_id: ada.id, resolved: { users: { [ada.id]: ada } } }),
    (handle) => ({ commands: [defineCommand({ type: 2, name: "Play", handle })] }),
  ],
  [
    "an entry point",
    commandPayload({ name: "play", type: 4 }),
    (handle) => ({ commands: [defineCommand({ type: 4, name: "play", handle })] }),
  ],
  [
    "a component",
    componentPayload("play"),
    (handle) => ({ commands: [], components: [defineComponent({ customId: "play", handle })] }),
  ],
  [
    "a form",
    modalPayload("play", []),
    (handle) => ({ commands: [], modals: [defineModal({ customId: "play", handle })] }),
  ],
];

test.each(launching)("lets %s launch the Activity and receive the instance", async (_, payload, define) => {
  expect(
    (
      await ask(
        payload,
        define((i) => i.launchActivity()),
      )
    ).answer,
  ).toEqual({ type: 12 });

  const { calls, fetch } = recordingFetch(() =>
    Response.json({ resource: { type: 12, activity_instance: { id: "i-1" } } }),
  );
  const instances: string[] = [];
  const launch = async (interaction: Interaction): Promise<void> => {
    instances.push((await interaction.launchActivity({ withResponse: true })).instanceId);
  };
  const { status, problems } = await ask(payload, { ...define(launch), fetch });
  expect({ status, instances, problems }).toEqual({ status: 202, instances: ["i-1"], problems: [] });
  const path = "/interactions/100000000000000001/interaction-token/callback?with_response=true";
  expect(calls).toEqual([{ method: "POST", path, body: { type: 12 } }]);
});

test.each<[string, () => Response | Promise<Response>, object]>([
  [
    "the service refuses",
    () => Response.json({ code: 0, message: "no interaction-token here" }, { status: 400 }),
    { status: 400 },
  ],
  [
    "does not reach the service",
    () => Promise.reject(new TypeError("https://discord.com/interactions/1/interaction-token: refused")),
    { type: ErrorType.NetworkError },
  ],
  [
    "is answered with something else than JSON",
    () => new Response("<p>interaction-token</p>"),
    { code: "invalid_response" },
  ],
])("sends an error message if a launch %s, and hides the token in the error", async (_, fail, error) => {
  const { fetch } = recordingFetch(fail);
  const problems: Problem[] = [];
  const play = defineCommand({
    type: 4,
    name: "play",
    handle: async (interaction) => void (await interaction.launchActivity({ withResponse: true })),
  });
  const { answer } = await ask(commandPayload({ name: "play", type: 4 }), {
    commands: [play],
    fetch,
    report: (problem) => void problems.push(problem),
  });
  expect(answer).toMatchObject({ data: { content: expect.stringContaining("went wrong") } });
  expect(problems).toMatchObject([{ code: "handler_failed", error }]);
  const printed = inspect(problems, { depth: null, showHidden: true });
  expect(printed + String(problems[0]?.error) + JSON.stringify(problems)).not.toContain("interaction-token");
});

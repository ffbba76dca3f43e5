import { expect, test } from "vitest";
import { connectTo, guildId, overwrite, ping, withUser } from "../../setup/commands/samples.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { CommandScope } from "../../../src/commands/scope.ts";

test("is a command scope with the permissions of its guild", async () => {
  const service = new FakeService();
  service.seed(guildId, [ping]);
  const guild = connectTo(service, withUser).guild(guildId);
  expect(guild).toBeInstanceOf(CommandScope);
  const [command] = await guild.list();
  await guild.permissions.edit(command?.id ?? "", [overwrite as never]);
  expect(service.permissions.get(guildId)?.get(command?.id ?? "")).toEqual([overwrite]);
});

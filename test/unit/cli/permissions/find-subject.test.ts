import { expect, it } from "vitest";
import { findSubject, nameSubject, nameToShow } from "../../../../src/cli/permissions/open-guild.ts";

const applicationId = "1400000000000000001";
const command = (id: string, name: string) => ({
  id,
  name,
  application_id: applicationId,
  version: "1",
  description: "",
});
const settings = {
  environment: undefined,
  applicationId,
  guildId: "1400000000000000002",
  commandsFile: "c.json",
};
const place = { settings, commands: [command("11", "ping"), command("12", "top"), command("13", "top")] };

it("finds a command by name or id, or the application", () => {
  expect(findSubject(place, "ping")).toMatchObject({ id: "11" });
  expect(findSubject(place, "13")).toMatchObject({ id: "13", name: "top" });
  expect(findSubject(place, applicationId)).toEqual({ id: applicationId, name: "all commands" });
});

it("rejects an unknown or ambiguous name, with the choices", () => {
  const refusal = (text: string, commands = place.commands) => {
    try {
      return findSubject({ settings, commands }, text);
    } catch (error) {
      return error;
    }
  };
  expect(refusal("pong")).toMatchObject({ code: "unknown_command", hint: "There are: ping, top, top." });
  expect(refusal("pong", [])).toMatchObject({ hint: "There are: none." });
  expect(refusal("top")).toMatchObject({ code: "ambiguous_command", hint: "Name one by its id: 12, 13." });
});

it("returns the name of an id if it is known", () => {
  const ids = ["11", applicationId, "99", "12"];
  expect(ids.map((id) => nameSubject(place, id))).toEqual(["ping", "all commands", undefined, "top"]);
  expect(ids.map((id) => nameToShow(place, id))).toEqual(["ping", "all commands", "99", "top (12)"]);
});

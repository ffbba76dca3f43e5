import { describe, expect, it } from "vitest";
import {
  readAddress,
  readChosen,
  readFormFields,
  readOptionValues,
  readLocation,
  readTarget,
  readWorldEvent,
} from "../../../../src/emulator/player/input.ts";
import { readEmulatorOptions } from "../../../../src/emulator/server/options.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { gatewaySamples, webhookSamples } from "../../../setup/events/samples.ts";

describe("readAddress", () => {
  it.each(["http://127.0.0.1:1/x", "https://game.example", "HTTP://127.0.0.1:1/x"])(
    "accepts %s",
    (address) => {
      expect(readAddress(address, "url")).toBe(address);
    },
  );

  it.each([7, "", "ftp://game.example", "http://", "javascript:alert(1)"])("rejects %j", (address) => {
    expect(() => readAddress(address, "url")).toThrow(/^url is .*must be/);
  });
});

describe("readEmulatorOptions", () => {
  it.each([
    [{ port: 70_000 }, "port"],
    [{ accessTokenSeconds: -1 }, "accessTokenSeconds"],
    [{ world: { players: [""] } }, "players"],
    [{ profile: "real" }, "profile"],
    [{ prot: 1 }, "prot"],
    [{ desktopClient: "yes" }, "desktopClient"],
    [{ desktopClient: { folder: "relative" } }, "folder"],
    [{ desktopClient: { answer: "maybe" } }, "answer"],
    [{ desktopClient: { behavior: "odd" } }, "behavior"],
    [{ desktopClient: { mood: "good" } }, "mood"],
  ])("rejects %j", (options, name) => {
    expect(() => readEmulatorOptions(options, "options")).toThrow(new RegExp(`\\b${name}\\b`));
  });
});

describe("a scripted player's input", () => {
  it("accepts option values and form fields by name", () => {
    const values = { map: "Reef", size: 2, ranked: true };
    expect(readOptionValues({ ...values, left: undefined }, "values")).toEqual(values);
    expect(() => readOptionValues({ map: {} }, "values")).toThrow(
      "values.map is an object, but must be a string, number, true, false or a file.",
    );
    expect(() => readOptionValues({ size: Number.NaN }, "values")).toThrow("values.size is NaN");
    expect(() => readOptionValues("Reef", "values")).toThrow("values is a string");
    expect(readFormFields({ size: ["2", "4"], agreed: true, name: "" }, "fields")).toEqual({
      size: ["2", "4"],
      agreed: true,
      name: "",
    });
    expect(() => readFormFields({ size: 7 }, "fields")).toThrow("fields.size is a number");
  });

  it("accepts files of at most 10 MiB by name or with content", () => {
    const file = { name: "map.png", data: new Uint8Array([1]), type: "image/png" };
    expect(readOptionValues({ map: file }, "values")).toEqual({ map: file });
    const fields = { map: file, maps: [file, "b.png"] };
    expect(readFormFields(fields, "fields")).toEqual(fields);
    const wrong = (data: unknown) => () => readFormFields({ map: { ...file, data } }, "fields");
    expect(wrong(7)).toThrow(
      "fields.map.data is a number, but must be a Uint8Array or a string of at most 10485760",
    );
    expect(wrong(new Uint8Array(10_485_761))).toThrow("fields.map.data is an object");
    expect(wrong("ä".repeat(5_242_881))).toThrow("fields.map.data is a string");
    expect(() => readOptionValues({ map: { ...file, mime: "" } }, "values")).toThrow(
      "values.map.mime does not exist",
    );
  });

  it("accepts one or several choices and a target by name or record", () => {
    expect(readChosen("Reef", "chosen")).toEqual(["Reef"]);
    expect(readChosen(["Reef", "Wreck"], "chosen")).toEqual(["Reef", "Wreck"]);
    expect(readTarget("Ada", "target")).toBe("Ada");
    expect(readTarget({ id: "7", name: "Ada" }, "target")).toBe("7");
    expect(() => readTarget({}, "target")).toThrow("target.id is missing");
  });

  it("accepts an application, a guild, a channel and recipients as the location", () => {
    const application = new EmulatorApplication();
    const location = { application, guild: "Reef", channel: "general", recipients: ["Grace"] };
    expect(readLocation(location, "location")).toEqual(location);
    expect(() => readLocation({ application: { id: application.id } }, "location")).toThrow(
      "location.application is an object, but must be one of this emulator's applications",
    );
  });
});

describe("readWorldEvent", () => {
  const samples = [...Object.entries(gatewaySamples), ...Object.entries(webhookSamples)];

  it.each(samples)("accepts %s", (name, data) => {
    expect(readWorldEvent(name, data, "5")).toEqual({ name, data, applicationId: "5" });
  });

  it.each([
    ["READY", {}, "unknown_event"],
    ["PING", {}, "unknown_event"],
    ["", {}, "invalid_argument"],
    ["ENTITLEMENT_CREATE", {}, "malformed_event"],
    ["APPLICATION_AUTHORIZED", {}, "malformed_event"],
    ["RATE_LIMITED", null, "malformed_event"],
  ])("rejects %j with the data %j", (name, data, code) => {
    expect(() => readWorldEvent(name, data, "5")).toThrow(expect.objectContaining({ code }));
  });
});

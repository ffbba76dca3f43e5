import { expect, it } from "vitest";
import { FrameControls } from "../../../../src/emulator/activity/controls.ts";
import { changeControl, describeControls } from "../../../../src/emulator/page/shown-activity.ts";

const nothing = () => undefined;
const controls = new FrameControls({ tell: nothing, speaking: nothing, voice: nothing });
const shown = () => describeControls(controls);

it("describes the controls of a window and changes them", () => {
  expect(shown().map(({ name, value }) => [name, value])).toEqual([
    ["layoutMode", "focused"],
    ["orientation", "landscape"],
    ["thermalState", "nominal"],
    ["isSpeaking", "false"],
    ["isMuted", "false"],
    ["isDeafened", "false"],
  ]);
  expect(shown()[0]?.items).toEqual([
    { id: "focused", name: "Focused" },
    { id: "pip", name: "Picture in picture" },
    { id: "grid", name: "Grid" },
  ]);
  for (const { name, items } of shown())
    expect(changeControl(controls, name, items.at(-1)?.id ?? "")).toBe(true);
  expect(shown().map(({ value }) => value)).toEqual([
    "grid",
    "landscape",
    "critical",
    "true",
    "true",
    "true",
  ]);
});

it("rejects unknown controls and values", () => {
  expect(changeControl(controls, "colour", "red")).toBe(false);
  expect(() => changeControl(controls, "layoutMode", "tiny")).toThrow(/layoutMode/);
});

import { layoutModes, orientations, thermalStates } from "../../wire/activity-rpc.ts";
import type { FrameControls } from "../activity/controls.ts";
import type { ShownControl } from "./model/activity-view.ts";
import type { Named } from "./model/view.ts";

type ControlName = "layoutMode" | "orientation" | "thermalState" | "isSpeaking" | "isMuted" | "isDeafened";

/** What a person sets of a window, besides its device. */
const shown: readonly (Pick<ShownControl, "label" | "items"> & { readonly name: ControlName })[] = [
  { name: "layoutMode", label: "Layout", items: itemsOf(layoutModes, { pip: "Picture in picture" }) },
  { name: "orientation", label: "Orientation", items: itemsOf(orientations) },
  { name: "thermalState", label: "Temperature", items: itemsOf(thermalStates) },
  { name: "isSpeaking", label: "You", items: flagItems("Are silent", "Speak") },
  { name: "isMuted", label: "Microphone", items: flagItems("On", "Off") },
  { name: "isDeafened", label: "Sound", items: flagItems("On", "Off") },
];

export function describeControls(controls: FrameControls): readonly ShownControl[] {
  return shown.map((control) => ({ ...control, value: String(controls[control.name]) }));
}

/** @returns false where nothing has that name. @throws ClientError `invalid_argument` (ValidationError). */
export function changeControl(controls: FrameControls, name: string, value: string): boolean {
  const control = shown.find((one) => one.name === name);
  if (!control) return false;
  const isFlag = typeof controls[control.name] === "boolean";
  Object.assign(controls, { [name]: isFlag ? value === "true" : value });
  return true;
}

function itemsOf(values: object, names: Readonly<Record<string, string>> = {}): readonly Named[] {
  return Object.keys(values).map((id) => ({ id, name: names[id] ?? id[0]?.toUpperCase() + id.slice(1) }));
}

function flagItems(off: string, on: string): readonly Named[] {
  return [
    { id: "false", name: off },
    { id: "true", name: on },
  ];
}

import { inspectAs } from "../../core/printing.ts";
import { flag, oneOf } from "../../core/check/readers.ts";
import {
  type ActivityEventName,
  type LayoutMode,
  layoutModes,
  type Orientation,
  orientations,
  type ThermalState,
  thermalStates,
} from "../../wire/activity-rpc.ts";

interface ControlsListener {
  dispatch(this: void, event: ActivityEventName, data: object): void;
  speaking(this: void, isSpeaking: boolean): void;
  voice(this: void): void;
}

const readLayoutMode = oneOf(Object.keys(layoutModes) as LayoutMode[]);
const readOrientation = oneOf(Object.keys(orientations) as Orientation[]);
const readThermalState = oneOf(Object.keys(thermalStates) as ThermalState[]);

/**
 * The window state that the player or their device controls. Each setter notifies Activities that have subscribed to the change.
 *
 * @experimental
 */
export class FrameControls {
  static {
    inspectAs(
      this.prototype,
      ({ layoutMode, orientation, thermalState, isSpeaking, isMuted, isDeafened }) => {
        return { layoutMode, orientation, thermalState, isSpeaking, isMuted, isDeafened };
      },
    );
  }
  readonly #listener: ControlsListener;
  #layoutMode: LayoutMode = "focused";
  #orientation: Orientation = "landscape";
  #thermalState: ThermalState = "nominal";
  #isSpeaking = false;
  #isMuted = false;
  #isDeafened = false;

  /** @internal */
  constructor(listener: ControlsListener) {
    this.#listener = listener;
  }

  get layoutMode(): LayoutMode {
    return this.#layoutMode;
  }

  set layoutMode(mode: LayoutMode) {
    this.#layoutMode = readLayoutMode(mode, "layoutMode");
    this.#listener.dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: layoutModes[mode] });
  }

  get orientation(): Orientation {
    return this.#orientation;
  }

  set orientation(orientation: Orientation) {
    this.#orientation = readOrientation(orientation, "orientation");
    const data = { screen_orientation: orientations[orientation], orientation };
    this.#listener.dispatch("ORIENTATION_UPDATE", data);
  }

  get thermalState(): ThermalState {
    return this.#thermalState;
  }

  set thermalState(state: ThermalState) {
    this.#thermalState = readThermalState(state, "thermalState");
    this.#listener.dispatch("THERMAL_STATE_UPDATE", { thermal_state: thermalStates[state] });
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  set isSpeaking(isSpeaking: boolean) {
    if (flag(isSpeaking, "isSpeaking") === this.#isSpeaking) return;
    this.#isSpeaking = isSpeaking;
    this.#listener.speaking(isSpeaking);
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  set isMuted(isMuted: boolean) {
    this.#isMuted = flag(isMuted, "isMuted");
    this.#listener.voice();
  }

  get isDeafened(): boolean {
    return this.#isDeafened;
  }

  set isDeafened(isDeafened: boolean) {
    this.#isDeafened = flag(isDeafened, "isDeafened");
    this.#listener.voice();
  }
}

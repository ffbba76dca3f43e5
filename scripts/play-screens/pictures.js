// Which pictures docs/emulator-page.md has: each state at one width, some at three, in dark.
import { playStates } from "./states.js";

/** @import { PlayState } from "./states.js" */
/** @typedef {{ width: number, height: number, colorScheme: "light" | "dark" }} Look */
/** @typedef {{ name: string, state: PlayState, look: Look }} Picture */

/** @type {Look} */
const laptop = { width: 1280, height: 860, colorScheme: "light" };
const phone = { ...laptop, width: 320, height: 860 };
const television = { ...laptop, width: 2560, height: 1200 };
const dark = { ...laptop, colorScheme: /** @type {const} */ ("dark") };

/** @type {Readonly<Record<string, Readonly<Record<string, Look>>>>} */
const more = {
  "sign-ins": { phone, dark },
  conversation: { phone, television, dark },
  request: { phone, dark },
  problem: { phone, dark },
  repeated: { phone, dark },
  menus: { phone, dark },
  "right-to-left": { phone },
  "long-names": { phone },
  activity: { phone, television, dark },
  "activity-question": { phone, dark },
  "activity-mobile": { phone },
  "activity-without-page": { phone },
};

/** @type {readonly Picture[]} */
export const pictures = playStates.flatMap((state) =>
  Object.entries({ laptop, ...more[state.name] }).map(([look, how]) => ({
    name: `${state.name}-${look}`,
    state,
    look: how,
  })),
);

/** The pictures of docs/emulator-page.md, each with what it shows. */
export function picturesSection() {
  return playStates.map(sectionOf).join("\n\n");
}

/** @param {PlayState} state */
function sectionOf(state) {
  const images = pictures
    .filter((picture) => picture.state === state)
    .map(
      ({ name, look }) =>
        `![${state.about} ${look.width} px wide, ${look.colorScheme}.](images/emulator-page/${name}.webp)`,
    );
  return [state.about, ...images].join("\n\n");
}

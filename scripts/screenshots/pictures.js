// The pictures of docs/pages.md and docs/emulator.md: each state of a page, in several widths, colour schemes and languages.
import { playStates } from "./emulator-page-states.js";
import { callbackStates, emulatorStates } from "./page-states.js";

/** @typedef {{ width: number, height: number, colorScheme: "light" | "dark", locale: string }} Look */
/** @typedef {Readonly<Record<string, Readonly<Record<string, Look>>>>} Looks - by name of the state and of the look */
/** @typedef {{ name: string, about: string }} NamedState */
/**
 * @template State
 * @typedef {{ name: string, state: State, look: Look }} Picture
 */

/** @type {Look} */
const laptop = { width: 1024, height: 640, colorScheme: "light", locale: "en-US" };
const phone = { ...laptop, width: 320, height: 568 };
const television = { ...laptop, width: 2560, height: 1440 };
const dark = { ...laptop, colorScheme: /** @type {const} */ ("dark") };
const arabic = { ...laptop, locale: "ar" };

const allLooks = { phone, television, dark, arabic };
/** On the game's own background, which is the same in light and dark. */
const onBackground = { phone, television, arabic };

/** @type {Looks} */
const pageLooks = {
  "callback-signed-in": {
    ...allLooks,
    hebrew: { ...phone, locale: "he" },
    persian: { ...phone, locale: "fa" },
    urdu: { ...phone, locale: "ur" },
  },
  "callback-returned": allLooks,
  "callback-declined": allLooks,
  "callback-failed": allLooks,
  "callback-stale": allLooks,
  "callback-signed-in-background": onBackground,
  "callback-returned-background": onBackground,
  "callback-declined-background": onBackground,
  "callback-failed-background": onBackground,
  "callback-stale-background": onBackground,
  "callback-failed-for-developers": { phone, dark, arabic },
  "callback-long-name": { phone },
  "sign-in": { phone, television, dark },
  consent: { phone, television, dark },
  "consent-long-names": { phone },
  "redirect-error": { phone, dark },
  "device-code": { phone },
  "device-confirm": { dark },
  install: { dark },
};

/** @type {Look} */
const wide = { ...laptop, width: 1280, height: 860 };
const tallPhone = { ...wide, width: 320 };
const wideTelevision = { ...wide, width: 2560, height: 1200 };
const wideDark = { ...wide, colorScheme: /** @type {const} */ ("dark") };

/** @type {Looks} */
const emulatorPageLooks = {
  "sign-ins": { phone: tallPhone, dark: wideDark },
  conversation: { phone: tallPhone, television: wideTelevision, dark: wideDark },
  request: { phone: tallPhone, dark: wideDark },
  problem: { phone: tallPhone, dark: wideDark },
  repeated: { phone: tallPhone, dark: wideDark },
  menus: { phone: tallPhone, dark: wideDark },
  "right-to-left": { phone: tallPhone },
  "long-names": { phone: tallPhone },
  activity: { phone: tallPhone, television: wideTelevision, dark: wideDark },
  "activity-question": { phone: tallPhone, dark: wideDark },
  "activity-mobile": { phone: tallPhone },
  "activity-without-page": { phone: tallPhone },
};

export const pagePictures = picturesOf([...callbackStates, ...emulatorStates], laptop, pageLooks);
export const emulatorPagePictures = picturesOf(playStates, wide, emulatorPageLooks);

/**
 * @template {NamedState} State
 * @param {readonly State[]} states
 * @param {Look} usual - of every state
 * @param {Looks} further
 * @returns {readonly Picture<State>[]}
 */
function picturesOf(states, usual, further) {
  return states.flatMap((state) =>
    Object.entries({ laptop: usual, ...further[state.name] }).map(([look, how]) => ({
      name: `${state.name}-${look}`,
      state,
      look: how,
    })),
  );
}

/** The content of docs/pages.md. */
export function picturesPage() {
  return `# The pages that players see

<!-- Written by test/unit/scripts/screenshots.test.ts with vitest -u; the pictures by node scripts/screenshots/take.js pages. -->

The browser pages that players see, in each state. They load no external resources and are fully usable with the keyboard.

## The page of the game

The page uses the browser's language if it is one of 36. [The authorization redirect](authorize.md) lists its options.

${sections("pages", pagePictures, callbackStates)}

## The pages of the emulator

Only developers and testers see these pages. They are in English.

${sections("pages", pagePictures, emulatorStates)}
`;
}

/** The pictures of docs/emulator.md: each state once, with its description. */
export function picturesSection() {
  const usual = emulatorPagePictures.filter(({ look }) => look === wide);
  return usual.map(({ name, state }) => `![${state.about}](images/emulator-page/${name}.webp)`).join("\n\n");
}

/**
 * @param {string} folder - below docs/images
 * @param {readonly Picture<NamedState>[]} pictures
 * @param {readonly NamedState[]} states
 */
function sections(folder, pictures, states) {
  return states
    .map(({ name: stateName, about }) => {
      const images = pictures
        .filter(({ state }) => state.name === stateName)
        .map(({ name, look }) => `![${about} ${describe(look)}.](images/${folder}/${name}.webp)`);
      return [about, ...images].join("\n\n");
    })
    .join("\n\n");
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** @param {Look} look */
function describe({ width, colorScheme, locale }) {
  const language = locale === "en-US" ? "" : `, ${languages.of(locale)}`;
  return `${width} px, ${colorScheme}${language}`;
}

// Which pictures docs/pages.md has: each page in its states, at three widths, in dark, and from right to left.
import { callbackStates, emulatorStates } from "./states.js";

/** @import { PageState } from "./states.js" */
/** @typedef {{ width: number, height: number, colorScheme: "light" | "dark", locale: string }} Look */
/** @typedef {{ name: string, state: PageState, look: Look }} Picture */

/** @type {Look} */
const laptop = { width: 1024, height: 640, colorScheme: "light", locale: "en-US" };
const phone = { ...laptop, width: 320, height: 568 };
const television = { ...laptop, width: 2560, height: 1440 };
const dark = { ...laptop, colorScheme: /** @type {const} */ ("dark") };

const arabic = { ...laptop, locale: "ar" };
/** Of each end that a sign-in can have. */
const everyEnd = { phone, television, dark, arabic };
/** On a background of the game's own, which is the same in light and in dark. */
const onBackground = { phone, television, arabic };

/** @type {Readonly<Record<string, Readonly<Record<string, Look>>>>} */
const more = {
  "callback-signed-in": {
    ...everyEnd,
    hebrew: { ...phone, locale: "he" },
    persian: { ...phone, locale: "fa" },
    urdu: { ...phone, locale: "ur" },
  },
  "callback-returned": everyEnd,
  "callback-declined": everyEnd,
  "callback-failed": everyEnd,
  "callback-stale": everyEnd,
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

/** @param {PageState} state */
function picturesOf(state) {
  const looks = Object.entries({ laptop, ...more[state.name] });
  return looks.map(([look, how]) => ({ name: `${state.name}-${look}`, state, look: how }));
}

/** @type {readonly Picture[]} */
export const pictures = [...callbackStates, ...emulatorStates].flatMap(picturesOf);

/** docs/pages.md. */
export function picturesPage() {
  return `# The pages that players see

<!-- Written by test/unit/scripts/page-screens.test.ts with vitest -u; the pictures by node scripts/page-screens/take.js. -->

The pages that players see in their browser, in each state. No page loads anything from elsewhere. Each works with the keyboard alone.

## The page of the game

The page is in the browser's language, one of 36. [How the player comes back](authorize.md) lists the parts that the game can change.

${callbackStates.map(sectionOf).join("\n\n")}

## The pages of the emulator

Only developers and testers see these pages. They are in English.

${emulatorStates.map(sectionOf).join("\n\n")}
`;
}

/** @param {PageState} state */
function sectionOf(state) {
  const images = picturesOf(state).map(
    ({ name, look }) => `![${state.about} ${inWords(look)}.](images/pages/${name}.webp)`,
  );
  return [state.about, ...images].join("\n\n");
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** @param {Look} look */
function inWords({ width, colorScheme, locale }) {
  const language = locale === "en-US" ? "" : `, ${languages.of(locale)}`;
  return `${width} px wide, ${colorScheme}${language}`;
}

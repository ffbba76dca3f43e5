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

/** @type {Readonly<Record<string, Readonly<Record<string, Look>>>>} */
const more = {
  "callback-signed-in": {
    phone,
    television,
    dark,
    arabic: { ...laptop, locale: "ar" },
    hebrew: { ...phone, locale: "he" },
    persian: { ...phone, locale: "fa" },
    urdu: { ...phone, locale: "ur" },
  },
  "callback-returned": { phone, dark, arabic: { ...laptop, locale: "ar" } },
  "callback-declined": { dark, arabic: { ...dark, locale: "ar" } },
  "callback-failed": { dark },
  "callback-stale": { dark },
  "callback-failed-for-developers": { phone, dark, arabic: { ...laptop, locale: "ar" } },
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
  return `# The pages

<!-- Written by test/unit/scripts/page-screens.test.ts with vitest -u; the pictures by node scripts/page-screens/take.js. -->

The pages that players see in their browser, in each state. No page loads anything from elsewhere. Each works with the keyboard alone, and
CI checks each state with axe-core.

## The page of the game

The page is in the browser's language, one of 36. [authorize.md](authorize.md) lists the parts that the game can change.

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

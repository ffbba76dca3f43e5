// The screenshots in docs/pages.md and docs/emulator.md: each page's states, in several sizes, color schemes and languages.
import { playStates } from "./emulator-page-states.js";
import { callbackStates, emulatorStates } from "./page-states.js";

/** @import { Page } from "playwright-core" */
/** @typedef {{ width: number, height: number, colorScheme: "light" | "dark", locale: string }} Look */
/** @typedef {Exclude<keyof typeof looks, "laptop">} LookName */
/**
 * @template Stage
 * @typedef {object} State
 * @property {string} name - The prefix of its screenshots.
 * @property {string} about - The caption.
 * @property {readonly LookName[]} [looks] - In addition to `laptop`.
 * @property {(page: Page, stage: Stage) => Promise<unknown>} open
 */
/**
 * @template Stage
 * @typedef {{ name: string, state: State<Stage>, look: Look }} Picture
 */

/** @type {Look} */
const laptop = { width: 1024, height: 640, colorScheme: "light", locale: "en-US" };
const phone = { ...laptop, width: 320, height: 568 };
const looks = {
  laptop,
  phone,
  television: { ...laptop, width: 2560, height: 1440 },
  dark: { ...laptop, colorScheme: /** @type {const} */ ("dark") },
  arabic: { ...laptop, locale: "ar" },
  hebrew: { ...phone, locale: "he" },
  persian: { ...phone, locale: "fa" },
  urdu: { ...phone, locale: "ur" },
};

const playerPages = callbackStates.flatMap(picturesOf);
const testerPages = emulatorStates.flatMap(picturesOf);
export const pagePictures = [...playerPages, ...testerPages];
export const emulatorPagePictures = playStates.map((state) => ({
  name: state.name,
  state,
  look: { ...laptop, width: 1280, height: 860 },
}));

/**
 * @template Stage
 * @param {State<Stage>} state
 * @returns {readonly Picture<Stage>[]}
 */
function picturesOf(state) {
  const names = /** @type {const} */ (["laptop", ...(state.looks ?? [])]);
  return names.map((look) => ({ name: `${state.name}-${look}`, state, look: looks[look] }));
}

/** Returns the content of docs/pages.md. */
export function picturesPage() {
  return `# The pages that players see

<!-- Written by test/unit/scripts/screenshots.test.ts with vitest -u; the pictures by node scripts/screenshots/take.js pages. -->

This page shows the browser pages that players see, in each state. They load no external resources and are fully usable with the keyboard.

## The game's page

The page uses the browser's language if it is one of the 36 supported languages. [The authorization redirect](authorize.md) lists its options.

${playerPages.map(captioned).join("\n\n")}

## The emulator's pages

Only developers and testers see these pages. They are in English.

${testerPages.map(captioned).join("\n\n")}
`;
}

/** Returns the screenshots of docs/emulator.md. */
export function picturesSection() {
  const lines = emulatorPagePictures.map(
    ({ name, state }) => `![${state.about}](images/emulator-page/${name}.webp)`,
  );
  return lines.join("\n\n");
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** @param {Picture<never>} picture */
function captioned({ name, state, look: { width, colorScheme, locale } }) {
  const caption = name.endsWith("-laptop") ? `${state.about}\n\n` : "";
  const language = locale === "en-US" ? "" : `, ${languages.of(locale)}`;
  return `${caption}![${state.about} ${width} px, ${colorScheme}${language}.](images/pages/${name}.webp)`;
}

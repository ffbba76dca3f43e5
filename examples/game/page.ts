// The page that the browser shows after the player returns from Discord, in the game's style.
import type { PageAppearance } from "slashpass";

const moon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="28" fill="#f5d76e"/><circle cx="24" cy="26" r="6" fill="#d9b84a"/><circle cx="42" cy="40" r="4" fill="#d9b84a"/>
</svg>`;

export const page: PageAppearance = {
  title: "Lunar Rally",
  logo: `data:image/svg+xml;base64,${Buffer.from(moon).toString("base64")}`,
  colors: { accent: "#f5d76e", background: "#1b1f3b" },
};

import { escapeHtml } from "./page.ts";

type AvatarShape = "player" | "application";

const corners: Readonly<Record<AvatarShape, number>> = { player: 20, application: 10 };

/** Drawn here, because the emulator's pages load no external files. */
export function drawAvatar(
  { id, name }: { readonly id: string; readonly name: string },
  shape: AvatarShape,
): string {
  const [{ segment } = { segment: "?" }] = new Intl.Segmenter("en").segment(name.trim());
  return (
    '<svg class="avatar" viewBox="0 0 40 40" aria-hidden="true">' +
    `<rect width="40" height="40" rx="${corners[shape]}" fill="hsl(${hueOf(id)} 55% 30%)"/>` +
    `<text x="20" y="20" dy=".36em" text-anchor="middle" fill="#fff">${escapeHtml(segment.toUpperCase())}</text></svg>`
  );
}

/** The golden angle (137°) gives neighboring ids different hues. */
function hueOf(id: string): number {
  return (Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 360, 7) * 137) % 360;
}

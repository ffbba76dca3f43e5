import { escapeHtml } from "./page.ts";

/** A player's picture is round, an application's has corners. */
type AvatarShape = "player" | "application";

const corners: Readonly<Record<AvatarShape, number>> = { player: 20, application: 10 };

/**
 * A picture for somebody who has none: the first letter of the name, on a colour that belongs to the id. It is drawn here, since
 * no page of the emulator may load anything from elsewhere. It says nothing that does not stand beside it.
 */
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

/** Neighbouring ids get colours far apart: 137 degrees are the golden angle. */
function hueOf(id: string): number {
  return (Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 360, 7) * 137) % 360;
}

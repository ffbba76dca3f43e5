import { timingSafeEqual } from "node:crypto";
import type { PlayerStore } from "./player-store.ts";

/** The secret that the game keeps in place of the refresh token. */
export interface SessionSecret {
  readonly player: string;
  readonly session: string;
  /** Which one of the session it is: each one works once. */
  readonly index: number;
}

type Signer = Pick<PlayerStore, "sign" | "verify">;

/** The secret as a text. Nothing of it has to be kept: the server knows it again by its signature. */
export function formatSecret(
  signer: Signer,
  account: string,
  { player, session, index }: SessionSecret,
): string {
  const body = `sps1.${player}.${session}.${index}`;
  return `${body}.${signer.sign(`${account}\n${body}`)}`;
}

/** Undefined unless a server with one of the same keys made it. */
export function parseSecret(
  signer: Signer,
  accountOf: (player: string) => string,
  text: string,
): SessionSecret | undefined {
  const [, body, player, session, index, signature] =
    /^(sps1\.(\d{1,20})\.([\w-]{8,32})\.(\d{1,9}))\.([\w-]{20,100})$/.exec(text) ?? [];
  if (body === undefined || player === undefined || session === undefined || signature === undefined)
    return undefined;
  if (!signer.verify(`${accountOf(player)}\n${body}`, signature)) return undefined;
  return { player, session, index: Number(index) };
}

/** Compares in a time that tells nothing of where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

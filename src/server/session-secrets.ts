import { timingSafeEqual } from "node:crypto";
import type { PlayerStore } from "./player-store.ts";

/** The secret that a game stores instead of the refresh token. */
export interface SessionSecret {
  readonly player: string;
  readonly session: string;
  /** Each index works only once. */
  readonly index: number;
}

type Signer = Pick<PlayerStore, "sign" | "verify">;

/** The secret is not stored; its signature is verified instead. */
export function formatSessionSecret(
  signer: Signer,
  account: string,
  { player, session, index }: SessionSecret,
): string {
  const body = `sps1.${player}.${session}.${index}`;
  return `${body}.${signer.sign(`${account}\n${body}`)}`;
}

/** Returns `undefined` if the signature is invalid. */
export function parseSessionSecret(
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

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

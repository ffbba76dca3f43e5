import type { Context, Hono } from "hono";
import type { CookieOptions } from "hono/utils/cookie";
import type { PlayerTokens } from "slashpass/server";

export declare const applicationId: string;
export declare const idToken: string;
export declare const nonce: string;
export declare const app: Hono;
export declare const tokens: PlayerTokens;
export declare const webBase: string;
export declare const redirectUri: string;
export declare const cookieOptions: CookieOptions;
/** The visitor's account in the game. */
export declare function accountOf(context: Context): { linked?: string | undefined } | undefined;

import type { SlashpassAccount } from "slashpass/electron";

export declare const app: { readonly isPackaged: boolean };
export declare const account: SlashpassAccount;
export declare function show(text: string): void;
export declare function loadScore(token: string, level: number): Promise<number>;

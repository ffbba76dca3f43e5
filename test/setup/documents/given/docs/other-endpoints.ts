export declare const applicationId: string;
export declare const channelId: string;
export declare const lobbyId: string;
export declare const threadId: string;
export declare const adaId: string;
export declare const graceId: string;

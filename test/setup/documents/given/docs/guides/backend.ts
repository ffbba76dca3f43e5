export declare const applicationId: string;
export declare const idToken: string;
export declare const nonce: string;

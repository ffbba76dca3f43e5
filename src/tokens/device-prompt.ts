import { renderSVG, renderUnicodeCompact } from "uqr";

/** Some scanners require it (ISO/IEC 18004 §6.3.8). */
const quietZone = 4;

/** The response to a device authorization request (RFC 8628 §3.2). */
export interface DevicePromptFields {
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string | undefined;
  readonly expiresIn: number;
}

/**
 * The prompt for a player who signs in on another device. Show the QR code and always the URL and the code as well (RFC 8628
 * §3.3.1).
 */
export class DevicePrompt {
  /** The code that the player enters. */
  readonly userCode: string;
  /** The URL that the player opens. */
  readonly verificationUri: string;
  /** The URL that includes the code, if the service sent one. The QR code contains it. */
  readonly verificationUriComplete: string | undefined;
  /** Lifetime of the code in seconds. */
  readonly expiresIn: number;

  constructor(fields: DevicePromptFields) {
    this.userCode = fields.userCode;
    this.verificationUri = fields.verificationUri;
    this.verificationUriComplete = fields.verificationUriComplete;
    this.expiresIn = fields.expiresIn;
  }

  /** Renders the QR code in block characters, for a terminal with a dark background. */
  qrText(): string {
    return renderUnicodeCompact(this.#address(), { border: quietZone });
  }

  /** Returns the QR code as the `data:` URL of an SVG image, for the game's own screen. */
  qrDataUrl(): string {
    return `data:image/svg+xml;base64,${Buffer.from(renderSVG(this.#address(), { border: quietZone })).toString("base64")}`;
  }

  #address(): string {
    return this.verificationUriComplete ?? this.verificationUri;
  }
}

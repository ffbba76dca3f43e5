import { renderSVG, renderUnicodeCompact } from "uqr";

/** Empty modules around the code, without which some scanners do not find it (ISO/IEC 18004 §6.3.8). */
const quietZone = 4;

/** The service's answer to one device authorization request (RFC 8628 §3.2). */
export interface DevicePromptFields {
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string | undefined;
  readonly expiresIn: number;
}

/**
 * What to show the player, who signs in on another device: the QR code, and beside it always the address and the code
 * (RFC 8628 §3.3.1).
 */
export class DevicePrompt {
  /** The code to type in. */
  readonly userCode: string;
  /** The address to open. */
  readonly verificationUri: string;
  /** The address with the code in it, where the service has one; what the QR code holds. */
  readonly verificationUriComplete: string | undefined;
  /** Seconds that the code can be used for. */
  readonly expiresIn: number;

  constructor(fields: DevicePromptFields) {
    this.userCode = fields.userCode;
    this.verificationUri = fields.verificationUri;
    this.verificationUriComplete = fields.verificationUriComplete;
    this.expiresIn = fields.expiresIn;
  }

  /** The QR code in block characters, for a terminal with a dark background. */
  qrText(): string {
    return renderUnicodeCompact(this.#address(), { border: quietZone });
  }

  /** The QR code as the `data:` URL of an SVG image, for the game's own screen. */
  qrDataUrl(): string {
    return `data:image/svg+xml;base64,${Buffer.from(renderSVG(this.#address(), { border: quietZone })).toString("base64")}`;
  }

  #address(): string {
    return this.verificationUriComplete ?? this.verificationUri;
  }
}

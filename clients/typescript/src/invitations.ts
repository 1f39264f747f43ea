// Invitations: a serial, the hash of the terms and a signature over both, in base64 without padding.

import { sha256 } from "./sha256.ts";

const FORM = /^[\w-]{149}[AQgw]$/; // 112 bytes, in their only spelling

/** The name of the one person who takes part with an invitation: its SHA-256. */
export const nameOf = (invitation: string): string => sha256(invitation);

/** The hash of the terms that an invitation was made for; null if the text is no invitation. */
export function hashIn(invitation: string): string | null {
  if (!FORM.test(invitation)) return null;
  const bytes = atob(invitation.replaceAll("-", "+").replaceAll("_", "/"));
  return [...bytes.slice(16, 48)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

import type { Detector, Span } from './span';
import { hasDigits, isWordEnd, separatorAt } from './span';

const START = /(?<![0-9A-Za-z])[A-Za-z]{2}[0-9]{2}/g;

/** Length of an IBAN by country (the registry of SWIFT). */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Finds international bank account numbers with a valid checksum, also in groups. */
export const findIbans: Detector = (text) => {
  if (text.length < 15 || !hasDigits(text, 4)) return [];
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(START)) {
    if (match.index < from) continue;
    const length = LENGTHS.get(match[0].slice(0, 2).toUpperCase());
    const end = length === undefined ? null : ibanEnd(text, match.index, length);
    if (end === null) continue;
    found.push({ start: match.index, end });
    from = end;
  }
  return found;
};

function ibanEnd(text: string, start: number, length: number): number | null {
  let chars = '';
  let at = start;
  while (chars.length < length) {
    const char = text.charAt(at);
    if (/^[0-9A-Za-z]$/.test(char)) {
      chars += char;
      at += 1;
      continue;
    }
    const separator = separatorAt(text, at);
    if (separator === 0 || isWordEnd(text, at + separator)) return null;
    at += separator;
  }
  return isWordEnd(text, at) && hasChecksum(chars.toUpperCase()) ? at : null;
}

/** Whether the checksum of ISO 7064 (mod 97-10) is valid. */
function hasChecksum(iban: string): boolean {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

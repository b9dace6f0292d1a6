import type { Detector, Span } from './span';

/** Documented formats of keys. None matches brackets, so that a replacement is not found again. */
const FORMS = [
  String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}`,
  String.raw`(?<![0-9A-Za-z])(?:AKIA|ASIA)[0-9A-Z]{16}`,
  String.raw`(?<![0-9A-Za-z])gh[pousr]_[0-9A-Za-z]{30,}`,
  String.raw`(?<![0-9A-Za-z])github_pat_\w{22,}`,
  String.raw`(?<![0-9A-Za-z])glpat-[\w-]{20,}`,
  String.raw`(?<![0-9A-Za-z])xox[abeoprs]-[0-9A-Za-z-]{10,}`,
  String.raw`(?<![0-9A-Za-z])(?:[sr]k_(?:live|test)|whsec)_[0-9A-Za-z]{16,}`,
  String.raw`(?<![0-9A-Za-z])sk-[\w-]{20,}`,
  String.raw`(?<![0-9A-Za-z])AIza[\w-]{35}`,
  String.raw`(?<![0-9A-Za-z])ya29\.[\w-]{20,}`,
  String.raw`(?<![0-9A-Za-z])npm_[0-9A-Za-z]{36}`,
  String.raw`(?<![0-9A-Za-z])SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`(?<![0-9A-Za-z])ph[xs]_[0-9A-Za-z]{16,}`,
  String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^[]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=\[)|$)`,
];
/** A part that at least one of the formats requires: texts without it need not be tested. */
const HINT =
  /eyJ|A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox|k_live_|k_test_|whsec_|sk-|AIza|ya29|npm_|SG\.|ph[xs]_|-----BEGIN/;
const KNOWN = new RegExp(FORMS.join('|'), 'g');
/** A value after a word or parameter name that indicates a secret; the value is the second group. */
const ANNOUNCED =
  /(\bBearer(?: |\+|%20)|[?&#](?:access_token|id_token|refresh_token|auth_token|api_?key|client_secret|password|passwd|secret)=)([^&#\s"'[\]\\<>]+)/gi;
/** `user:password` in a URL. */
const USER_INFO = /(:\/\/)([^/\s:@[\]]{1,200}:[^/\s@[\]]{1,200})(?=@)/g;

/** Keys, tokens and passwords in URLs. Project tokens (`phc_…`) are public and are not found. */
export const findTokens: Detector = (text) => {
  if (text.length < 8) return [];
  const found: Span[] = [];
  if (text.length >= 16 && HINT.test(text)) {
    for (const match of text.matchAll(KNOWN)) {
      found.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  if (text.includes('=') || text.includes('earer') || text.includes('EARER'))
    found.push(...valuesBehind(ANNOUNCED, text));
  if (text.includes('://')) found.push(...valuesBehind(USER_INFO, text));
  return found;
};

function valuesBehind(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map((match) => {
    const end = match.index + match[0].length;
    return { start: end - (match[2] ?? '').length, end };
  });
}

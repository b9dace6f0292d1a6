/** The headers of every response for browsers: take it for what it says it is, and never for a page. */
const COMMON = [
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
] as const;

/**
 * The headers of responses that pages of every origin may load: SDK scripts, flags, events. Names and values alternate.
 */
export const PUBLIC_SECURITY_HEADERS: readonly string[] = [
  ...COMMON,
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
];

/** The headers of responses that other sites must not load. */
export const PRIVATE_SECURITY_HEADERS: readonly string[] = [
  ...COMMON,
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Puts such a list on a response whose head is still open; what is set later wins. */
export function setHeaders(
  response: { setHeader(name: string, value: string): unknown },
  list: readonly string[],
): void {
  for (let at = 0; at < list.length; at += 2)
    response.setHeader(list[at] ?? '', list[at + 1] ?? '');
}

const MAX_SECONDS = 6 * 3_600;

/**
 * The pause that a receiver asks for (RFC 9110, 10.2.3): a number of seconds or a date; null for none.
 * @param header of the response
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (text === '') return null;
  const ms = /^[0-9.]+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return ms > 0 ? Math.min(ms, MAX_SECONDS * 1_000) : null;
}

/**
 * The token of `Authorization: Bearer …`; null for other schemes. The case of the scheme (RFC 9110, 11.1) and
 * surrounding blanks are ignored.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? null;
}

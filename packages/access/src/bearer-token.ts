/**
 * The token of `Authorization: Bearer …`; the scheme in any case (RFC 9110, 11.1), blanks around it are tolerated, other
 * schemes ignored.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S.*)$/i.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? null;
}

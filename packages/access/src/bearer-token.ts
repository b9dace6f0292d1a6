/** The token of `Authorization: Bearer …`; blanks around it are tolerated, other schemes ignored. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S.*)$/.exec(authorization?.trim() ?? '')?.[1]?.trim() ?? null;
}

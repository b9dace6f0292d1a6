/** The scopes that commands of `posthog-cli` need, by the names in the URL that it opens. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  schema: ['event_definition:read', 'property_definition:read'],
  error_tracking: ['error_tracking:read', 'error_tracking:write'],
};

/**
 * The scopes of a key for a command-line client. All clients may run queries.
 *
 * @param useCases names separated by commas, from the URL; unknown ones are ignored
 */
export function scopesOfUseCases(useCases: string | undefined): readonly string[] {
  const names = useCases === undefined ? Object.keys(SCOPES) : useCases.split(',');
  const scopes = names.flatMap((name) => (Object.hasOwn(SCOPES, name) ? (SCOPES[name] ?? []) : []));
  return ['query:read', ...new Set(scopes)];
}

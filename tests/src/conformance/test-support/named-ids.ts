/** Ids that later steps of a case refer to: of flags by key, of cohorts and persons by name. */
export type NamedIds = Map<string, number | string>;

/** Remembers the id in a response. Ids in a list do not replace known ones. */
export function rememberIds(ids: NamedIds, body: unknown): void {
  const { results } = Object(body) as { results?: unknown };
  for (const listed of Array.isArray(results) ? (results as unknown[]) : []) {
    const named = namedId(listed);
    if (named !== null && !ids.has(named.name)) ids.set(named.name, named.id);
  }
  const named = namedId(body);
  if (named !== null) ids.set(named.name, named.id);
}

function namedId(thing: unknown): { name: string; id: number | string } | null {
  const made = Object(thing) as Partial<Record<'key' | 'name' | 'content', unknown>>;
  const name = made.key ?? made.name ?? made.content;
  if (typeof name !== 'string' || !('id' in made)) return null;
  return { name, id: made.id as number | string };
}

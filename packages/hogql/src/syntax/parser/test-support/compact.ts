/**
 * A tree as one short line, for readable expectations: fields as `a.b`, constants as JSON, other nodes as
 * Type(parts). Nulls, false and empty lists are left out.
 */
export function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(', ')}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { type, ...rest } = value as { type: string } & Record<string, unknown>;
  if (type === 'Field') return (rest['chain'] as unknown[]).join('.');
  if (type === 'Constant') return compact(rest['value']);
  const parts = Object.entries(rest)
    .filter(([key, part]) => key !== 'start' && key !== 'end' && !isEmpty(part))
    .map(([key, part]) => `${key}: ${compact(part)}`);
  return `${type}(${parts.join(', ')})`;
}

function isEmpty(part: unknown): boolean {
  return part === null || part === false || (Array.isArray(part) && part.length === 0);
}

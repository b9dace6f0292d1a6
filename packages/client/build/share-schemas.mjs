/** Equal parts that are at least this long as JSON get a name; a name for a shorter one would not make types smaller. */
const LEAST_LENGTH = 250;

/**
 * Moves equal parts of JSON schemas into schemas of their own, because each kind of query repeats modifiers, filters and
 * others. A part is named after the first member that has it: `modifiers` becomes `Modifiers`.
 */
export function shareSchemas(schemas) {
  const counts = new Map();
  for (const schema of Object.values(schemas)) countParts(schema, counts);
  const names = new Map();
  const shared = {};

  const replaced = (value, member) => {
    if (Array.isArray(value)) return value.map((item) => replaced(item, member));
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    if (!isPart(value, text) || counts.get(text) < 2) return membersOf(value, member);
    if (!names.has(text)) {
      const name = freeName(member, { ...schemas, ...shared });
      names.set(text, name);
      shared[name] = {};
      shared[name] = membersOf(value, member);
    }
    return { $ref: `#/components/schemas/${names.get(text)}` };
  };
  const membersOf = (value, member) =>
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'properties' ? propertiesOf(inner) : replaced(inner, member),
      ]),
    );
  const propertiesOf = (properties) =>
    Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, replaced(inner, key)]),
    );

  const kinds = Object.entries(schemas).map(([name, schema]) => [name, membersOf(schema, name)]);
  return { ...Object.fromEntries(kinds), ...shared };
}

/** Whether a value is the schema of an object or a choice, and long enough for a name. */
function isPart(value, text) {
  const isSchema = (value.type === 'object' && value.properties !== undefined) || value.anyOf;
  return Boolean(isSchema) && text.length >= LEAST_LENGTH;
}

function countParts(value, counts) {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const text = JSON.stringify(value);
    if (isPart(value, text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const inner of Object.values(value)) countParts(inner, counts);
}

function freeName(member, taken) {
  const base = member.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) =>
    first.toUpperCase(),
  );
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (!(name in taken)) return name;
  }
}

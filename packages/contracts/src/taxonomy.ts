/** Types a property definition can have (`wire/hogql.md` §7.2). Ingestion never infers `Duration`. */
export const propertyTypes = ['DateTime', 'String', 'Numeric', 'Boolean', 'Duration'] as const;

export type PropertyType = (typeof propertyTypes)[number];

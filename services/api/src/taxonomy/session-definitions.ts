import type { PropertyDefinitionBody } from '@tidemark/contracts';
import type { Page, PropertyDefinitionListQuery } from '@tidemark/postgres';
import type { SessionProperty } from './session-properties';
import { findSessionProperties } from './session-properties';

/**
 * One page of the definitions of session properties. Users cannot describe, verify or tag them, none is a flag, and
 * events do not have them.
 */
export function sessionPropertyPage(query: PropertyDefinitionListQuery): Page<SessionProperty> {
  const { aliases = [], verified, tags, isFeatureFlag, page, ...filters } = query;
  if (verified === true || tags !== undefined || isFeatureFlag === true) {
    return { count: 0, rows: [] };
  }
  const words = query.words.map((word) => word.toLowerCase());
  const called = words.length === 0 ? [] : findSessionProperties({ ...filters, words: [] });
  const found = findSessionProperties({ ...filters, words });
  const rows = new Set([...found, ...called.filter(({ name }) => aliases.includes(name))]);
  const sorted = [...rows].sort((a, b) => (a.name < b.name ? -1 : 1));
  const end = page.limit === null ? sorted.length : page.offset + page.limit;
  return { count: sorted.length, rows: sorted.slice(page.offset, end) };
}

export function sessionDefinitionBody(property: SessionProperty): PropertyDefinitionBody {
  const { name, propertyType, isNumerical } = property;
  return {
    id: name,
    name,
    description: '',
    tags: [],
    verified: false,
    verified_at: null,
    verified_by: null,
    hidden: false,
    updated_at: null,
    updated_by: null,
    property_type: propertyType,
    is_numerical: isNumerical,
    is_seen_on_filtered_events: null,
  };
}

import type { EventsQueryBody, SessionsQueryBody } from '@tidemark/contracts';
import type { QueryOverrides } from '../overrides';
import { warnOfIgnored } from '../overrides';

const TAKEN_FILTERS = ['date_from', 'date_to', 'properties', 'filterTestAccounts'] as const;

/** Dates replace the query's own dates one by one; properties are added to its fixed properties. */
export function overrideRows<Body extends EventsQueryBody | SessionsQueryBody>(
  body: Body,
  overrides: QueryOverrides,
): Body {
  const { filters } = overrides;
  warnOfIgnored(overrides, body.kind, TAKEN_FILTERS);
  const { date_from, date_to, properties = [], filterTestAccounts } = filters;
  return {
    ...body,
    ...((date_from ?? '') !== '' && { after: date_from }),
    ...((date_to ?? '') !== '' && { before: date_to }),
    ...(filterTestAccounts === true && { filterTestAccounts }),
    ...((properties ?? []).length > 0 && {
      fixedProperties: [...(body.fixedProperties ?? []), ...(properties ?? [])],
    }),
  };
}

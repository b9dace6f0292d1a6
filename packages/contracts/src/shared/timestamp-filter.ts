import { z } from 'zod';

/** A date or a timestamp in a query string, ISO 8601; UTC if it has no zone. */
export const timestampFilter = z.iso
  .datetime({ offset: true, local: true, error: 'Enter a valid ISO 8601 date or time.' })
  .or(z.iso.date())
  .transform(
    (text) => new Date(/[zZ]|[+-]\d{2}:?\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`),
  );

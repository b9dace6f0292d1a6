import type { ReportTable } from '@tidemark/contracts';
import type { JsonObject } from './json';
import { isObject, listOf, numberOf, objectsOf, textOf } from './json';
import { readFunnel } from './read-funnel';
import { readSeries } from './read-series';
import type { InsightReading } from './reading';
import { tableOf } from './table';

/**
 * The table and the chart of a response.
 * @param query the query node that was run, without wrapping nodes for display
 * @param response the response to this query
 */
export function readInsight(query: JsonObject, response: JsonObject): InsightReading {
  const { results } = response;
  switch (query['kind']) {
    case 'TrendsQuery':
    case 'StickinessQuery':
    case 'LifecycleQuery':
      return readSeries(query, results);
    case 'FunnelsQuery': {
      const isOverTime = objectsOf(results).some((row) => Array.isArray(row['data']));
      return isOverTime ? readSeries(query, results) : readFunnel(results);
    }
    case 'RetentionQuery':
      return { table: readRetention(results), chart: null };
    case 'PathsQuery':
      return { table: readPaths(results), chart: null };
    default:
      return { table: readRows(response), chart: null };
  }
}

/** One row per cohort, one column per interval after it. */
function readRetention(results: unknown): ReportTable {
  const cohorts = objectsOf(results);
  const counts = cohorts.map((cohort) =>
    objectsOf(cohort['values']).map((value) => numberOf(value['count'])),
  );
  const width = Math.max(0, ...counts.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => `+${index}`);
  const rows = cohorts.map((cohort, index) => {
    const name = textOf(cohort['date']) || textOf(cohort['label']);
    const breakdown = textOf(cohort['breakdown_value']);
    return [breakdown === '' ? name : `${breakdown} · ${name}`, ...(counts[index] ?? [])];
  });
  return tableOf(['Cohort', ...columns], rows, 'last');
}

function readPaths(results: unknown): ReportTable {
  const rows = objectsOf(results).map((link) => [link['source'], link['target'], link['value']]);
  return tableOf(['From', 'To', 'Persons'], rows);
}

/** Rows as lists of cells with separate column names, or as objects with the same keys. */
function readRows({ results, columns }: JsonObject): ReportTable {
  const rows = listOf(results);
  if (rows.every((row) => Array.isArray(row))) {
    const width = rows.reduce((most, row) => Math.max(most, listOf(row).length), 0);
    const names = listOf(columns).map(textOf);
    const all = names.length > 0 ? names : Array.from({ length: width }, (_, i) => `${i + 1}`);
    return tableOf(all, rows.map(listOf));
  }
  const things = rows.filter(isObject);
  const keys = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  return tableOf(
    keys,
    things.map((thing) => keys.map((key) => thing[key])),
  );
}

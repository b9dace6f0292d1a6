import { defined } from './defined';
import { needsProperty } from './series-names';
import type {
  Display,
  FormulaNode,
  FunnelsQuery,
  InsightQuery,
  SeriesNode,
  StickinessQuery,
  TrendsQuery,
} from './types';

/** The kinds of insights that can be compared with another period. */
export type ComparedQuery = TrendsQuery | FunnelsQuery | StickinessQuery;

/** Whether the result of a query can be compared with another period. */
export function canCompare(query: InsightQuery): query is ComparedQuery {
  return ['TrendsQuery', 'FunnelsQuery', 'StickinessQuery'].includes(query.kind);
}

/** Sets the comparison: `none`, `previous`, or the offset of the compared range (`-1y`). */
export function setCompare<Q extends ComparedQuery>(query: Q, to: string): Q {
  if (to === 'none') return defined({ ...query, compareFilter: undefined });
  const compareFilter = to === 'previous' ? { compare: true } : { compare: true, compare_to: to };
  return { ...query, compareFilter };
}

/** The comparison of a query: `none`, `previous`, or the offset of the compared range (`-1y`). */
export function compareOf(query: ComparedQuery): string {
  if (query.compareFilter?.compare !== true) return 'none';
  return query.compareFilter.compare_to ?? 'previous';
}

/** Sets the display. A box plot needs a property, so series that only count get a property math. */
export function setDisplay(query: TrendsQuery, display: Display): TrendsQuery {
  const trendsFilter = { ...query.trendsFilter, display };
  if (display !== 'BoxPlot') return { ...query, trendsFilter };
  return { ...query, trendsFilter, series: query.series.map(withStatistic) };
}

function withStatistic(node: SeriesNode): SeriesNode {
  return needsProperty(node.math) ? node : { ...node, math: 'median' };
}

/**
 * Sets the formulas over the letters of the series. Empty formulas are dropped; without a formula the series are shown.
 */
export function setFormulas(query: TrendsQuery, formulas: readonly FormulaNode[]): TrendsQuery {
  const nodes = formulas.flatMap(({ formula, custom_name }) => {
    const name = (custom_name ?? '').trim();
    const text = formula.trim();
    return text === '' ? [] : [{ formula: text, ...(name === '' ? {} : { custom_name: name }) }];
  });
  const trendsFilter = defined({
    ...query.trendsFilter,
    formula: undefined,
    formulas: undefined,
    formulaNodes: nodes.length === 0 ? undefined : nodes,
  });
  return { ...query, trendsFilter };
}

/** The formulas of a query, whichever wire format it uses. */
export function formulasOf(query: TrendsQuery): readonly FormulaNode[] {
  const { formulaNodes, formulas, formula } = query.trendsFilter ?? {};
  if (formulaNodes !== undefined && formulaNodes !== null && formulaNodes.length > 0) {
    return formulaNodes;
  }
  const texts = formulas ?? (formula ? [formula] : []);
  return texts.map((text) => ({ formula: text }));
}

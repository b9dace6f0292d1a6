import type { TrendsQuery } from '@tidemark/contracts';
import type { Formula } from './parse-formula';
import { parseFormula } from './parse-formula';

export interface NamedFormula {
  readonly formula: Formula;
  readonly label: string;
}

/**
 * The formulas of a query; the newest of the three forms wins (`docs/wire/insights-trends.md#trends-formula-forms`).
 * @throws InsightError
 */
export function formulasOf({ trendsFilter, series }: TrendsQuery): NamedFormula[] {
  const nodes = trendsFilter?.formulaNodes ?? [];
  const texts = trendsFilter?.formulas ?? [];
  const single = trendsFilter?.formula ?? '';
  const given =
    nodes.length > 0
      ? nodes.map((node, index) => ({ ...node, field: `trendsFilter.formulaNodes.${index}` }))
      : (texts.length > 0 ? texts : [single]).map((formula, index) => ({
          formula,
          custom_name: null,
          field: texts.length > 0 ? `trendsFilter.formulas.${index}` : 'trendsFilter.formula',
        }));
  return given
    .filter(({ formula }) => formula.trim() !== '')
    .map(({ formula, custom_name: name, field }) => ({
      formula: parseFormula(formula, series.length, field),
      label: name === null || name === undefined || name === '' ? `Formula (${formula})` : name,
    }));
}

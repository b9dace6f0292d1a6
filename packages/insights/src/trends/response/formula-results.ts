import type { TrendsQuery } from '@tidemark/contracts';
import { readBreakdown } from '../../breakdown/parts';
import { byTotal, compareTexts } from '../../breakdown/read-lines';
import { evaluateFormula } from '../formula/evaluate-formula';
import type { NamedFormula } from '../formula/formulas-of';
import { showsTotals } from '../plan/display';
import type { TrendsResult } from './line-results';

interface FormulaRun {
  readonly index: number;
  readonly query: TrendsQuery;
  /** The results of one period. */
  readonly results: readonly TrendsResult[];
}

/** The results of a formula over the computed series, one per breakdown value of any series. */
export function formulaResults(formula: NamedFormula, run: FormulaRun): TrendsResult[] {
  const made = byBreakdown(run.results).map((series) => formulaResult(formula, series, run));
  if (made.every(({ breakdown_value: value }) => value === undefined)) return made;
  const plan = readBreakdown(run.query.breakdownFilter);
  if (plan.kind === 'cohorts' && plan.cohorts.includes('all')) return asNamed(made, plan.cohorts);
  const byTie = run.query.compareFilter?.compare === true ? byText : byData;
  return made
    .map((result) => ({ result, breakdown: partsOf(result), total: totalOf(result) }))
    .sort((one, other) => byTotal(one, other) || byTie(one.result, other.result))
    .map(({ result }) => result);
}

/** If "all users" is one of the breakdown values, cohorts keep the order of the query. */
function asNamed(made: TrendsResult[], cohorts: readonly (number | 'all')[]): TrendsResult[] {
  const place = ({ breakdown_value: value }: TrendsResult): number =>
    cohorts.findIndex((cohort) => cohort === value);
  return made.sort((one, other) => place(one) - place(other));
}

/** Breaks ties as PostHog does: larger numbers first, bucket by bucket, then texts in descending order. */
function byData(one: TrendsResult, other: TrendsResult): number {
  const at = (one.data ?? []).findIndex((value, bucket) => value !== other.data?.[bucket]);
  const difference = (other.data?.[at] ?? 0) - (one.data?.[at] ?? 0);
  return difference === 0 ? compareTexts(textOf(other), textOf(one)) : difference;
}

/** With a compared period, texts are sorted in ascending order, ignoring case. */
function byText(one: TrendsResult, other: TrendsResult): number {
  return compareTexts(textOf(one).toLowerCase(), textOf(other).toLowerCase());
}

function textOf(result: TrendsResult): string {
  return partsOf(result).join('::');
}

function formulaResult(
  { formula, label }: NamedFormula,
  series: readonly TrendsResult[],
  { index, query }: FormulaRun,
): TrendsResult {
  const of = new Map(series.map((result) => [result.order, result]));
  const [first] = series;
  if (first === undefined) throw new Error('A formula needs a series');
  const shared = { ...first, action: null, label, order: index };
  if (showsTotals(query)) {
    const value = evaluateFormula(formula, (at) => of.get(at)?.aggregated_value ?? 0);
    return { ...shared, aggregated_value: value, data: null, count: 0 };
  }
  const data = (first.data ?? []).map((_, bucket) =>
    evaluateFormula(formula, (at) => of.get(at)?.data?.[bucket] ?? 0),
  );
  return { ...shared, data, count: data.reduce((sum, value) => sum + value, 0) };
}

function byBreakdown(results: readonly TrendsResult[]): TrendsResult[][] {
  const groups = new Map<string, TrendsResult[]>();
  for (const result of results) {
    const key = JSON.stringify(result.breakdown_value ?? null);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [result]);
    else known.push(result);
  }
  return [...groups.values()];
}

function partsOf({ breakdown_value: value }: TrendsResult): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function totalOf({ aggregated_value: value, count }: TrendsResult): number {
  return value ?? count;
}

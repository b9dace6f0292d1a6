import { durationWords, numberWords, shareWords } from '../numbers';
import type { WebOrder } from './web-queries';

interface Fields {
  readonly [name: string]: unknown;
}

/** A number with its value in the previous period. */
export interface WebNumber {
  readonly value: number | null;
  /** The value in the previous period; null without a comparison. */
  readonly previous: number | null;
}

type NumberKind = 'count' | 'share' | 'seconds' | 'currency';

/** A figure in the overview. */
export interface Figure extends WebNumber {
  readonly key: string;
  readonly label: string;
  readonly kind: NumberKind;
  readonly isIncreaseBad: boolean;
}

const FIGURE_KINDS: Readonly<Record<string, NumberKind>> = {
  duration_s: 'seconds',
  percentage: 'share',
  currency: 'currency',
};

interface WireFigure extends WebNumber {
  readonly key: string;
  readonly kind: string;
  readonly isIncreaseBad: boolean | null;
}

/** The figures in the response to a `WebOverviewQuery`. */
export function figuresOf({ results }: Fields): readonly Figure[] {
  return (results as readonly WireFigure[]).map(({ key, kind: wire, ...figure }) => {
    const kind = FIGURE_KINDS[wire] ?? 'count';
    // The API returns these rates as percentages.
    const scaled = (value: number | null): number | null =>
      value !== null && kind === 'share' ? value / 100 : value;
    return {
      key,
      label: key.charAt(0).toUpperCase() + key.slice(1),
      kind,
      value: scaled(figure.value),
      previous: scaled(figure.previous),
      isIncreaseBad: figure.isIncreaseBad === true,
    };
  });
}

/** The range that a `WebOverviewQuery` was computed for, in the project's time zone. */
export interface ExactRange {
  readonly from: string;
  readonly to: string;
}

export function rangeOfOverview({ dateFrom, dateTo }: Fields): ExactRange | null {
  return typeof dateFrom === 'string' && typeof dateTo === 'string'
    ? { from: dateFrom, to: dateTo }
    : null;
}

export interface TableColumn {
  readonly name: string;
  readonly label: string;
  readonly kind: NumberKind;
  readonly isIncreaseBad: boolean;
  /** The field by which the server sorts for this column. */
  readonly order: WebOrder[0];
}

export interface TableRow {
  /** The value in its wire format: a text, a number, null, or a list of these. */
  readonly value: unknown;
  /** One number per column, in the order of the columns. */
  readonly numbers: readonly WebNumber[];
  /** The filled part of the row's bar, from 0 to 1. */
  readonly fill: number;
}

export interface WebTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly hasMore: boolean;
}

const column = (
  label: string,
  order: TableColumn['order'],
  kind: NumberKind = 'count',
  isIncreaseBad = false,
): Omit<TableColumn, 'name'> => ({ label, order, kind, isIncreaseBad });

const COLUMNS: Readonly<Record<string, Omit<TableColumn, 'name'>>> = {
  visitors: column('Visitors', 'Visitors'),
  views: column('Views', 'Views'),
  bounce_rate: column('Bounce rate', 'BounceRate', 'share', true),
  avg_time_on_page: column('Time on page', 'AvgTimeOnPage', 'seconds'),
  total_conversions: column('Conversions', 'TotalConversions'),
  unique_conversions: column('Converted', 'UniqueConversions'),
  conversion_rate: column('Rate', 'ConversionRate', 'share'),
  rage_clicks: column('Rage clicks', 'RageClicks', 'count', true),
  dead_clicks: column('Dead clicks', 'DeadClicks', 'count', true),
  errors: column('Errors', 'Errors', 'count', true),
};

const PREFIX = 'context.columns.';

/** The table in the response to a `WebStatsTableQuery`. */
export function tableOf({ results, columns, hasMore }: Fields): WebTable {
  const names = (columns as readonly string[]).map((name) => name.replace(PREFIX, ''));
  const shown = names.flatMap((name, at) => {
    const known = COLUMNS[name];
    return known === undefined ? [] : [{ at, ...known, name }];
  });
  const fillAt = names.indexOf('ui_fill_fraction');
  return {
    columns: shown,
    rows: (results as readonly (readonly unknown[])[]).map((cells) => ({
      value: cells[0],
      numbers: shown.map(({ at }) => pairOf(cells[at])),
      fill: typeof cells[fillAt] === 'number' ? cells[fillAt] : 0,
    })),
    hasMore: hasMore === true,
  };
}

export interface GoalRow {
  readonly name: string;
  readonly people: WebNumber;
  readonly times: WebNumber;
  readonly rate: WebNumber;
}

/** The rows in the response to a `WebGoalsQuery`. */
export function goalsOf({ results }: Fields): readonly GoalRow[] {
  return (results as readonly (readonly unknown[])[]).map(([name, people, times, rate]) => ({
    name: String(name),
    people: pairOf(people),
    times: pairOf(times),
    rate: pairOf(rate),
  }));
}

function pairOf(cell: unknown): WebNumber {
  const [value, previous] = Array.isArray(cell) ? (cell as readonly unknown[]) : [];
  const number = (one: unknown): number | null => (typeof one === 'number' ? one : null);
  return { value: number(value), previous: number(previous) };
}

/** Formats a number of the given kind; a dash if it is missing. */
export function figureWords(value: number | null, kind: NumberKind): string {
  if (value === null) return '–';
  if (kind === 'share') return shareWords(value);
  return kind === 'seconds' ? durationWords(value) : numberWords(value);
}

export interface Change {
  /** Formats a change: `+12%`, `−3%`, `0%`. */
  readonly text: string;
  readonly direction: 'better' | 'worse' | 'same';
}

/** The relative change of a number; null without a value to compare with. */
export function changeOf({ value, previous }: WebNumber, isIncreaseBad: boolean): Change | null {
  if (value === null || previous === null || previous === 0) return null;
  const per = Math.round((100 * (value - previous)) / previous);
  if (per === 0) return { text: '0%', direction: 'same' };
  const text = `${per > 0 ? '+' : '−'}${numberWords(Math.abs(per))}%`;
  return { text, direction: per > 0 === isIncreaseBad ? 'worse' : 'better' };
}

/** Reads the sort order of a table from a URL parameter: `Views`, or `Views.ASC`; null for the server's default. */
export function orderOf(text: string | undefined): WebOrder | null {
  const [field = '', direction] = (text ?? '').split('.');
  const found = Object.values(COLUMNS).find(({ order }) => order === field);
  if (found === undefined) return null;
  return [found.order, direction === 'ASC' ? 'ASC' : 'DESC'];
}

/** The URL parameter of the sort order after a click on a column heading. */
export function nextOrder(present: WebOrder | null, field: WebOrder[0]): string {
  return present?.[0] === field && present[1] === 'DESC' ? `${field}.ASC` : field;
}

import type { WebStatsTableQuery } from '@tidemark/contracts';

/** Two numbers, for the period and for the previous one: `name_1` and `name_2` of a statement. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it is a count, which is scaled by the sampling rate; a rate is not. */
  readonly isCount: boolean;
}

const COUNT = 'Tuple(UInt64, Nullable(UInt64))';
const RATE = 'Tuple(Nullable(Float64), Nullable(Float64))';

const count = (name: string): TableColumn => ({ name, type: COUNT, isCount: true });
const rate = (name: string): TableColumn => ({ name, type: RATE, isCount: false });

const VISITORS = [count('visitors'), count('views')];

/** The forms of a table, which define its columns. */
export type TableForm = 'plain' | 'goal' | 'bounce' | 'scroll' | 'time' | 'frustration';

/** Only tables of pages have more columns than the plain form. */
export function formOf(query: WebStatsTableQuery): TableForm {
  if (query.breakdownBy === 'FrustrationMetrics') return 'frustration';
  if (query.conversionGoal !== null && query.conversionGoal !== undefined) return 'goal';
  if (query.breakdownBy !== 'Page') return 'plain';
  if (query.includeScrollDepth === true) return 'scroll';
  if (query.includeAvgTimeOnPage === true) return 'time';
  return query.includeBounceRate === true ? 'bounce' : 'plain';
}

const BY_FORM: Readonly<Record<TableForm, readonly TableColumn[]>> = {
  plain: VISITORS,
  goal: [
    count('visitors'),
    count('total_conversions'),
    count('unique_conversions'),
    rate('conversion_rate'),
  ],
  bounce: [...VISITORS, rate('bounce_rate')],
  scroll: [
    ...VISITORS,
    rate('bounce_rate'),
    rate('average_scroll_percentage'),
    rate('scroll_gt80_percentage'),
  ],
  time: [...VISITORS, rate('avg_time_on_page'), rate('bounce_rate')],
  frustration: [count('rage_clicks'), count('dead_clicks'), count('errors')],
};

export function tableColumns(query: WebStatsTableQuery): readonly TableColumn[] {
  const form = formOf(query);
  const bounces = form === 'plain' && query.includeBounceRate === true;
  return [...BY_FORM[form], ...(bounces ? [rate('bounce_rate')] : [])];
}

type OrderField = NonNullable<WebStatsTableQuery['orderBy']>[0];

const ORDER_COLUMNS: Readonly<Partial<Record<OrderField, string>>> = {
  Visitors: 'visitors',
  Views: 'views',
  BounceRate: 'bounce_rate',
  AverageScrollPercentage: 'average_scroll_percentage',
  ScrollGt80Percentage: 'scroll_gt80_percentage',
  AvgTimeOnPage: 'avg_time_on_page',
  TotalConversions: 'total_conversions',
  UniqueConversions: 'unique_conversions',
  ConversionRate: 'conversion_rate',
  RageClicks: 'rage_clicks',
  DeadClicks: 'dead_clicks',
  Errors: 'errors',
};

const DEFAULT_ORDER = ['unique_conversions', 'total_conversions', 'visitors', 'views'];
const FRUSTRATION_ORDER = ['errors', 'rage_clicks', 'dead_clicks'];

/** The columns by which rows are ordered, the requested one first; a field that the table lacks is ignored. */
export function tableOrder(query: WebStatsTableQuery): {
  readonly columns: readonly TableColumn[];
  readonly direction: 'ASC' | 'DESC';
} {
  const own = tableColumns(query);
  const isFrustration = formOf(query) === 'frustration';
  const [field, direction = 'DESC'] = query.orderBy ?? [];
  const asked = field === undefined ? undefined : ORDER_COLUMNS[field];
  const names = [
    ...(asked === undefined ? [] : [asked]),
    ...(isFrustration ? FRUSTRATION_ORDER : DEFAULT_ORDER),
  ];
  const columns = [...new Set(names)].flatMap((name) => own.filter((one) => one.name === name));
  return { columns, direction };
}

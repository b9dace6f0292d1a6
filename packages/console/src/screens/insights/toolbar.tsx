import type { ReactNode } from 'react';
import { intervalsOf } from '../../queries/date-range';
import { setInterval, setRange } from '../../queries/insight/change-insight';
import { canCompare, compareOf, setCompare, setDisplay } from '../../queries/insight/change-trends';
import { DISPLAYS, drawnAs } from '../../queries/insight/displays';
import type { Display, InsightQuery, Interval, SeriesQuery } from '../../queries/insight/types';
import { hasSeries } from '../../queries/insight/types';
import { useProject } from '../../session/me';
import { CompareField } from '../../ui/date-range/compare-field';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { SelectField } from '../../ui/field/field';
import styles from './insights.module.css';

const INTERVAL_WORDS: Readonly<Record<string, string>> = {
  minute: 'by minute',
  hour: 'by hour',
  day: 'by day',
  week: 'by week',
  month: 'by month',
};

/** The controls for range, interval, comparison and chart type. */
export function Toolbar(props: {
  readonly query: InsightQuery;
  readonly onChange: (query: InsightQuery) => void;
}) {
  const { query, onChange } = props;
  const project = useProject();
  const compared = canCompare(query) && hasPeriods(query) ? query : null;
  return (
    <div className={styles.toolbar}>
      <DateRangePicker
        range={query.dateRange}
        zone={project.timezone}
        onChange={(range) => onChange(withInterval(setRange(query, range)))}
      />
      {hasInterval(query) && (
        <Choice
          label="Interval"
          value={query.interval ?? 'day'}
          options={intervalOptions(query)}
          onChange={(interval) => onChange(setInterval(query, interval as Interval))}
        />
      )}
      {compared !== null && (
        <CompareField
          value={compareOf(compared)}
          onChange={(to) => onChange(setCompare(compared, to))}
        />
      )}
      {query.kind === 'TrendsQuery' && (
        <Choice
          label="Chart type"
          value={query.trendsFilter?.display ?? 'ActionsLineGraph'}
          options={withOption(DISPLAYS, query.trendsFilter?.display ?? 'ActionsLineGraph')}
          onChange={(display) => onChange(setDisplay(query, display as Display))}
        />
      )}
    </div>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Whether the result has one value per interval. */
function hasInterval(query: InsightQuery): query is SeriesQuery {
  if (!hasSeries(query)) return false;
  if (query.kind === 'FunnelsQuery') return query.funnelsFilter?.funnelVizType === 'trends';
  if (query.kind !== 'TrendsQuery') return true;
  const over = drawnAs(query)?.over;
  return over !== 'total' && over !== 'week';
}

/** Whether the result can be compared with another period: box plots and heatmaps of hours cannot. */
function hasPeriods(query: InsightQuery): boolean {
  if (query.kind !== 'TrendsQuery') return true;
  const over = drawnAs(query)?.over;
  return over === 'time' || over === 'total';
}

/** Adds the current value to the options if it is missing, because another client may have set it. */
function withOption(options: readonly Option[], value: string): readonly Option[] {
  if (options.some((option) => option.value === value)) return options;
  return [...options, { value, label: value }];
}

function intervalOptions(query: SeriesQuery): readonly Option[] {
  const options = intervalsOf(query.dateRange).map((value) => ({
    value,
    label: INTERVAL_WORDS[value] ?? value,
  }));
  return withOption(options, query.interval ?? 'day');
}

/** If the interval does not suit the range (too many or too few buckets), the first interval that does is set. */
function withInterval(query: InsightQuery): InsightQuery {
  if (!hasInterval(query)) return query;
  const fitting = intervalsOf(query.dateRange);
  const [first = 'day'] = fitting;
  const isFitting = fitting.some((interval) => interval === (query.interval ?? 'day'));
  return isFitting ? query : setInterval(query, first);
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <div className={styles.choice}>
      <SelectField {...props} labelHidden />
    </div>
  );
}

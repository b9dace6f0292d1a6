import type { ReactNode } from 'react';
import { intervalsOf } from '../../queries/date-range';
import {
  compareOf,
  setCompare,
  setDisplay,
  setInterval,
  setRange,
} from '../../queries/insight/change-insight';
import { DISPLAYS, drawnAs } from '../../queries/insight/displays';
import type { Display, InsightQuery, Interval } from '../../queries/insight/types';
import { useProject } from '../../session/me';
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

const COMPARISONS = [
  { value: 'none', label: 'No comparison' },
  { value: 'previous', label: 'The period before' },
  { value: '-1w', label: 'A week earlier' },
  { value: '-1m', label: 'A month earlier' },
  { value: '-1y', label: 'A year earlier' },
] as const;

/** Range, interval, comparison and chart type. */
export function Toolbar(props: {
  readonly query: InsightQuery;
  readonly onChange: (query: InsightQuery) => void;
}) {
  const { query, onChange } = props;
  const project = useProject();
  return (
    <div className={styles.toolbar}>
      <DateRangePicker
        range={query.dateRange}
        zone={project.timezone}
        onChange={(range) => onChange(withInterval(setRange(query, range)))}
      />
      {query.kind === 'TrendsQuery' && (
        <>
          {drawnAs(query)?.over !== 'total' && (
            <Choice
              label="Interval"
              value={query.interval ?? 'day'}
              options={intervalOptions(query)}
              onChange={(interval) => onChange(setInterval(query, interval as Interval))}
            />
          )}
          <Choice
            label="Comparison"
            value={compareOf(query)}
            options={withOption(COMPARISONS, compareOf(query))}
            onChange={(to) => onChange(setCompare(query, to))}
          />
          <Choice
            label="Chart type"
            value={query.trendsFilter?.display ?? 'ActionsLineGraph'}
            options={withOption(DISPLAYS, query.trendsFilter?.display ?? 'ActionsLineGraph')}
            onChange={(display) => onChange(setDisplay(query, display as Display))}
          />
        </>
      )}
    </div>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options, and the present value if it is none of them: another client may have chosen it. */
function withOption(options: readonly Option[], value: string): readonly Option[] {
  if (options.some((option) => option.value === value)) return options;
  return [...options, { value, label: value }];
}

function intervalOptions(query: InsightQuery): readonly Option[] {
  const options = intervalsOf(query.dateRange).map((value) => ({
    value,
    label: INTERVAL_WORDS[value] ?? value,
  }));
  return withOption(options, query.interval ?? 'day');
}

/** A range for which the interval makes too many or too few buckets gets the nearest that fits. */
function withInterval(query: InsightQuery): InsightQuery {
  if (query.kind !== 'TrendsQuery') return query;
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

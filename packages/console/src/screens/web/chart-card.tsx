import { InsightView } from '../../insight-view/insight-view';
import { intervalsOf } from '../../queries/date-range';
import type { Interval } from '../../queries/insight/types';
import type { ChartMetric } from '../../queries/web/web-queries';
import { CHART_METRICS, chartQuery } from '../../queries/web/web-queries';
import type { WebView } from '../../queries/web/web-view';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { SelectField } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import type { CardProps } from './card-props';
import { OpenAsInsight, OpenAsSql } from './open-as';
import styles from './web.module.css';

const METRIC_WORDS: Readonly<Record<ChartMetric, string>> = {
  visitors: 'Visitors',
  views: 'Views',
  sessions: 'Sessions',
  conversions: 'Conversions',
};

/** A chart of one metric over time. */
export function ChartCard({ view, onPeople }: CardProps) {
  const search = useAddressSearch();
  const change = useChangeSearch();
  const metrics = CHART_METRICS.filter((metric) => metric !== 'conversions' || view.goal !== null);
  const metric = metrics.find((one) => one === search['chart']) ?? 'visitors';
  const interval = intervalOf(view, search['interval']);
  const query = chartQuery(view, metric, interval);
  return (
    <Card
      title={`${METRIC_WORDS[metric]} over time`}
      actions={
        <div className={styles.choices}>
          <SelectField
            label="Metric of the chart"
            labelHidden
            value={metric}
            options={metrics.map((value) => ({ value, label: METRIC_WORDS[value] }))}
            onChange={(chart) => change({ chart: chart === 'visitors' ? undefined : chart })}
          />
          <SelectField
            label="Interval"
            labelHidden
            value={interval}
            options={intervalsOf(view.range).map((value) => ({ value, label: `by ${value}` }))}
            onChange={(next) => change({ interval: next })}
          />
        </div>
      }
    >
      <InsightView
        query={query}
        label={METRIC_WORDS[metric]}
        isCompact
        onPeople={onPeople}
        footer={(run) => (
          <div className={styles.footer}>
            <OpenAsInsight query={query} />
            <OpenAsSql run={run} />
          </div>
        )}
      />
    </Card>
  );
}

/** The interval in the URL if it fits the range; otherwise days if they fit, or the first interval that does. */
export function intervalOf(view: WebView, text: string | undefined): Interval {
  const fitting = intervalsOf(view.range);
  const [first = 'day'] = fitting;
  const usual = fitting.includes('day') && view.range.date_from !== '-24h' ? 'day' : first;
  return fitting.find((interval) => interval === text) ?? usual;
}

import { useRef } from 'react';
import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import { numberWords } from '../../queries/numbers';
import type { ExactRange } from '../../queries/web/shape-web';
import type { Measured, Percentile } from '../../queries/web/vitals';
import {
  measuredOf,
  PERCENTILES,
  VITAL_NAMES,
  VITALS,
  vitalsQuery,
  vitalTrend,
  vitalWords,
} from '../../queries/web/vitals';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { ProjectLink } from '../../session/project-link';
import { SelectField } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import { useSeen } from '../../ui/layout/use-seen';
import { EmptyState, Loading } from '../../ui/state/states';
import type { CardProps } from './card-props';
import { intervalOf } from './chart-card';
import { OpenAsInsight, OpenAsSql } from './open-as';
import { RatingText } from './rating-text';
import { VitalPaths } from './vital-paths';
import styles from './web.module.css';

const PERCENTILE_WORDS: Readonly<Record<Percentile, string>> = {
  p75: '75% of visits or better',
  p90: '90% of visits or better',
  p99: '99% of visits or better',
};

/** Loading speed and visual stability of the pages, measured by SDKs in the visitors' browsers. */
export function VitalsCard(card: CardProps) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const search = useAddressSearch();
  const change = useChangeSearch();
  const percentile = PERCENTILES.find((one) => one === search['percentile']) ?? 'p75';
  return (
    <div ref={place} className={styles.card}>
      <Card
        title="Web vitals"
        actions={
          <SelectField
            label="Percentile"
            labelHidden
            value={percentile}
            options={PERCENTILES.map((value) => ({ value, label: PERCENTILE_WORDS[value] }))}
            onChange={(value) => change({ percentile: value === 'p75' ? undefined : value })}
          />
        }
      >
        {card.range === null ? (
          <Loading />
        ) : (
          isSeen && <Vitals {...card} range={card.range} percentile={percentile} />
        )}
      </Card>
    </div>
  );
}

function Vitals(
  props: CardProps & { readonly range: ExactRange; readonly percentile: Percentile },
) {
  const { view, range, percentile } = props;
  const search = useAddressSearch();
  const change = useChangeSearch();
  const vital = VITAL_NAMES.find((one) => one === search['vital']) ?? 'LCP';
  const run = useQueryRun(vitalsQuery(view, range, percentile));
  return (
    <RunFrame run={run}>
      {({ response }) => {
        const measured = measuredOf(response);
        if (measured.every(({ count }) => count === 0)) return <NotMeasured />;
        return (
          <>
            <div className={styles.vitals} role="group" aria-label="Measures">
              {measured.map((one) => (
                <Measure
                  key={one.vital}
                  measured={one}
                  isChosen={one.vital === vital}
                  onChoose={() => change({ vital: one.vital === 'LCP' ? undefined : one.vital })}
                />
              ))}
            </div>
            <VitalPaths {...props} vital={vital} />
            <div className={styles.footer}>
              <OpenAsInsight
                query={vitalTrend(view, intervalOf(view, undefined), { vital, percentile })}
              />
              <OpenAsSql run={run} />
            </div>
          </>
        );
      }}
    </RunFrame>
  );
}

function NotMeasured() {
  return (
    <EmptyState icon="globe" title="No web vitals in this range">
      Browsers measure them with posthog-js when <b>Web vitals</b> is switched on in the{' '}
      <ProjectLink path="settings/project">settings of the project</ProjectLink>.
    </EmptyState>
  );
}

/** One measure with its rating. If it is selected, the table below shows its paths. */
function Measure(props: {
  readonly measured: Measured;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { vital, value, count } = props.measured;
  const { name, about } = VITALS[vital];
  return (
    <button
      type="button"
      className={styles.vital}
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
    >
      <span className={styles.vitalName}>
        {name} ({vital})
      </span>
      <span className={styles.vitalValue}>{value === null ? '–' : vitalWords(vital, value)}</span>
      {value !== null && <RatingText vital={vital} value={value} />}
      <span className={styles.note}>{about}</span>
      <span className={styles.note}>
        {count === 1 ? '1 measurement' : `${numberWords(count)} measurements`}
      </span>
    </button>
  );
}

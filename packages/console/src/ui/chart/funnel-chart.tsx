import { durationWords, shareWords } from '../../queries/numbers';
import styles from './funnel-chart.module.css';
import { lookOf } from './palette';
import { Value } from './series-table';

interface Step {
  readonly name: string;
  readonly count: number;
  readonly shareOfFirst: number;
  readonly shareOfBefore: number;
  readonly dropped: number;
  readonly medianSeconds: number | null;
}

interface FunnelChartProps {
  readonly funnels: readonly { readonly label: string; readonly steps: readonly Step[] }[];
  /**
   * Returns a function that shows the people of a step; null if there is no list of them. Steps count from 1; a
   * negative number means the people who dropped off before the step.
   */
  readonly opener: (funnel: number, step: number) => (() => void) | null;
}

/** A table of steps. Each funnel has a bar per step; the bar of its first step has the full width. */
export function FunnelChart({ funnels, opener }: FunnelChartProps) {
  const steps = funnels[0]?.steps ?? [];
  const hasSeveral = funnels.length > 1;
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={index} className={styles.step}>
          <h3>
            <span className={styles.number}>{index + 1}</span> {step.name}
          </h3>
          <div className={styles.frame} tabIndex={0} role="region" aria-label={step.name}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {hasSeveral && (
                    <th scope="col" className={styles.value}>
                      Value
                    </th>
                  )}
                  <th scope="col" className={styles.barColumn}>
                    Of the first step
                  </th>
                  <th scope="col">Reached</th>
                  <th scope="col">Of first step</th>
                  <th scope="col">Of previous step</th>
                  <th scope="col" className={styles.time}>
                    Median time
                  </th>
                  <th scope="col" className={styles.drop}>
                    Dropped off
                  </th>
                </tr>
              </thead>
              <tbody>
                {funnels.map((funnel, at) => (
                  <FunnelRow
                    key={funnel.label}
                    label={hasSeveral ? funnel.label : null}
                    look={at}
                    step={funnel.steps[index] ?? step}
                    isFirst={index === 0}
                    onReached={opener(at, index + 1)}
                    onDropped={index === 0 ? null : opener(at, -(index + 1))}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </li>
      ))}
    </ol>
  );
}

function FunnelRow(props: {
  readonly label: string | null;
  readonly look: number;
  readonly step: Step;
  readonly isFirst: boolean;
  readonly onReached: (() => void) | null;
  readonly onDropped: (() => void) | null;
}) {
  const { label, look, step, isFirst, onReached, onDropped } = props;
  const of = label === null ? step.name : `${step.name}, ${label}`;
  return (
    <tr>
      {label !== null && (
        <th scope="row" title={label}>
          {label}
        </th>
      )}
      <td className={styles.barColumn}>
        <svg className={styles.bar} aria-hidden="true" focusable="false">
          <rect className={styles.rest} width="100%" height="100%" rx={3} />
          <rect
            width={`${step.shareOfFirst * 100}%`}
            height="100%"
            rx={3}
            fill={`var(${lookOf(look).token})`}
          />
        </svg>
      </td>
      <td>
        <Value value={step.count} label={`${of}, reached`} onOpen={onReached} />
      </td>
      <td>{shareWords(step.shareOfFirst)}</td>
      <td>{isFirst ? '–' : shareWords(step.shareOfBefore)}</td>
      <td>{step.medianSeconds === null ? '–' : durationWords(step.medianSeconds)}</td>
      <td>
        {isFirst ? (
          '–'
        ) : (
          <Value value={step.dropped} label={`${of}, dropped off`} onOpen={onDropped} />
        )}
        {!isFirst && step.shareOfBefore < 1 && (
          <span className={styles.share}> {shareWords(1 - step.shareOfBefore)}</span>
        )}
      </td>
    </tr>
  );
}

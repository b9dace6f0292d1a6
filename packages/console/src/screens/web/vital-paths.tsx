import { RunFrame } from '../../insight-view/run-frame';
import { useQueryRun } from '../../insight-view/use-query-run';
import { numberWords } from '../../queries/numbers';
import { isFiltered, rowFilters, toggleRow } from '../../queries/web/row-filter';
import type { ExactRange } from '../../queries/web/shape-web';
import { valueWords } from '../../queries/web/value-words';
import type { Percentile, Vital } from '../../queries/web/vitals';
import { vitalByPathQuery, VITALS, vitalWords } from '../../queries/web/vitals';
import type { CardProps } from './card-props';
import { RatingText } from './rating-text';
import styles from './web.module.css';

interface VitalPathsProps extends CardProps {
  readonly range: ExactRange;
  readonly vital: Vital;
  readonly percentile: Percentile;
}

/**
 * A table of one measure by path, the path with the most measurements first. A click on a path filters the whole
 * screen.
 */
export function VitalPaths(props: VitalPathsProps) {
  const { view, range, vital, percentile } = props;
  const run = useQueryRun(vitalByPathQuery(view, range, { vital, percentile }));
  return (
    <RunFrame run={run}>
      {({ response }) => (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${vital} by path`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Path</th>
                <th scope="col" data-number>
                  {VITALS[vital].name}
                </th>
                <th scope="col" data-number>
                  Measurements
                </th>
              </tr>
            </thead>
            <tbody>
              {(response['results'] as readonly (readonly [string | null, number, number])[]).map(
                ([path, value, count]) => (
                  <Row key={String(path)} {...props} path={path} value={value} count={count} />
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </RunFrame>
  );
}

function Row(
  props: VitalPathsProps & {
    readonly path: string | null;
    readonly value: number;
    readonly count: number;
  },
) {
  const { view, setView, vital, path, value, count } = props;
  const filters = rowFilters('Page', path) ?? [];
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.value}
          aria-pressed={isFiltered(view.filters, filters)}
          onClick={() => setView({ ...view, filters: toggleRow(view.filters, filters) })}
        >
          {valueWords('Page', path)}
        </button>
      </th>
      <td data-number>
        {vitalWords(vital, value)} <RatingText vital={vital} value={value} />
      </td>
      <td data-number>{numberWords(count)}</td>
    </tr>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Criteria } from '../../queries/cohorts/cohort';
import { counted, numberWords, shareWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { useDebounced } from '../../ui/filters/use-debounced';
import { FailedNotice } from '../../ui/state/states';
import { cohortSizeQuery } from './cohort-data';
import styles from './cohorts.module.css';

/** The number of persons that match the criteria as they are edited. */
export function LiveSize(props: { readonly id: number | null; readonly criteria: Criteria }) {
  const settled = useDebounced(JSON.stringify(props.criteria));
  const criteria = JSON.parse(settled) as Criteria;
  const size = useQuery(cohortSizeQuery(useProjectId(), props.id, criteria));
  const { data, isFetching } = size;
  if (size.isError) return <FailedNotice query={size} />;
  return (
    <span className={styles.note} role="status" aria-busy={isFetching}>
      {sizeWords(data, isFetching)}
    </span>
  );
}

function sizeWords(
  size: { readonly count: number; readonly total: number } | undefined,
  isFetching: boolean,
): string {
  if (size === undefined) return isFetching ? 'Counting persons…' : '';
  const { count, total } = size;
  const share = total === 0 ? '' : ` (${shareWords(count / total)})`;
  return `${numberWords(count)} of ${counted(total, 'person')}${share}`;
}

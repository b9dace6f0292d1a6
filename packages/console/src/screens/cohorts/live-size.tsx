import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import type { Criteria } from '../../queries/cohorts/cohort';
import { counted, numberWords, shareWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { useDebounced } from '../../ui/filters/use-debounced';
import { cohortSizeQuery } from './cohort-data';
import styles from './cohorts.module.css';

/** The number of persons that match the criteria as they are edited. */
export function LiveSize(props: { readonly id: number | null; readonly criteria: Criteria }) {
  const settled = useDebounced(JSON.stringify(props.criteria));
  const criteria = JSON.parse(settled) as Criteria;
  const { data, error, isFetching } = useQuery(cohortSizeQuery(useProjectId(), props.id, criteria));
  return (
    <span className={styles.note} role="status" aria-busy={isFetching}>
      {sizeWords(data, error, isFetching)}
    </span>
  );
}

function sizeWords(
  size: { readonly count: number; readonly total: number } | undefined,
  error: unknown,
  isFetching: boolean,
): string {
  if (error !== null) return messageOf(error);
  if (size === undefined) return isFetching ? 'Counting persons…' : '';
  const { count, total } = size;
  const share = total === 0 ? '' : ` (${shareWords(count / total)})`;
  return `${numberWords(count)} of ${counted(total, 'person')}${share}`;
}

import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { Cohort } from './cohort-data';
import { cohortUsesQuery } from './cohort-data';
import styles from './cohorts.module.css';

/** The flags, insights and cohorts that use the cohort. */
export function UsesTab({ cohort }: { readonly cohort: Cohort }) {
  const uses = useQuery(cohortUsesQuery(useProjectId(), cohort.id));
  if (uses.isPending) return <Loading label="Looking for what uses the cohort" />;
  if (uses.isError) return <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />;
  const { feature_flags: flags, insights, cohorts } = uses.data;
  if (flags.total + insights.total + cohorts.total === 0) {
    return (
      <EmptyState icon="link" title="Nothing uses this cohort">
        Flags, saved insights and other cohorts that use it are listed here.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Uses
        title="Flags"
        total={flags.total}
        links={flags.results.map(({ id, key }) => [`feature_flags/${id}`, key])}
      />
      <Uses
        title="Insights"
        total={insights.total}
        links={insights.results.map(({ short_id: id, name }) => [`insights/${id}`, name])}
      />
      <Uses
        title="Cohorts"
        total={cohorts.total}
        links={cohorts.results.map(({ id, name }) => [`cohorts/${id}`, name])}
      />
    </Stack>
  );
}

function Uses(props: {
  readonly title: string;
  readonly total: number;
  readonly links: readonly (readonly [path: string, name: string])[];
}) {
  const { title, total, links } = props;
  if (total === 0) return null;
  return (
    <Card title={title}>
      <ul className={styles.members}>
        {links.map(([path, name]) => (
          <li key={path}>
            <ProjectLink path={path}>{name}</ProjectLink>
          </li>
        ))}
      </ul>
      {total > links.length && (
        <p className={styles.note}>
          The first {links.length} of {total}
        </p>
      )}
    </Card>
  );
}

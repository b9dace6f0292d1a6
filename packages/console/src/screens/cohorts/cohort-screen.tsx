import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { ErrorState, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { cohortQuery } from './cohort-data';
import { CohortEditor } from './cohort-editor';
import { MembersTab } from './members-tab';
import { UsesTab } from './uses-tab';

/** `cohorts/new` and `cohorts/{id}`. */
export default function CohortScreen() {
  const id = usePathParameter('cohortId');
  const projectId = useProjectId();
  const { tab = 'criteria' } = useAddressSearch();
  const change = useChangeSearch();
  const stored = useQuery({ ...cohortQuery(projectId, id), enabled: id !== 'new' });
  if (id === 'new') return <CohortEditor key="new" cohort={null} />;
  if (stored.data === undefined) {
    if (!stored.isError) return <Loading label="Loading the cohort" />;
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  const cohort = stored.data;
  return (
    <CohortEditor key={id} cohort={cohort}>
      {(editor) => (
        <Tabs
          label="Parts of the cohort"
          selected={tab}
          onSelect={(next) =>
            change({
              tab: next === 'criteria' ? undefined : next,
              text: undefined,
              offset: undefined,
            })
          }
          tabs={[
            { id: 'criteria', label: cohort.is_static ? 'List' : 'Criteria', content: editor },
            { id: 'members', label: 'Persons', content: <MembersTab cohort={cohort} /> },
            { id: 'uses', label: 'Used in', content: <UsesTab cohort={cohort} /> },
          ]}
        />
      )}
    </CohortEditor>
  );
}

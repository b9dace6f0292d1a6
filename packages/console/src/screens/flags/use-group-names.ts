import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GroupNames } from '../../queries/flags/flag-words';
import { useProjectId } from '../../session/me';
import { groupTypesQuery } from '../../ui/filters/property-lists';

/** The names of the group types; empty until they are loaded. */
export function useGroupNames(): GroupNames {
  const { data } = useQuery(groupTypesQuery(useProjectId()));
  return useMemo(
    () =>
      new Map(
        (data ?? []).map(({ group_type_index: index, group_type: type, name_singular: name }) => [
          index,
          name || type,
        ]),
      ),
    [data],
  );
}

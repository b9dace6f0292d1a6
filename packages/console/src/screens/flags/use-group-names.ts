import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GroupNames } from '../../queries/flags/flag-words';
import { useProjectId } from '../../session/me';
import { groupTypesQuery } from '../../ui/filters/property-lists';

/** What groups of each type are called; empty until it is known. */
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

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GroupNames } from '../../queries/flags/flag-words';
import { useProjectId } from '../../session/me';
import { groupTypesQuery } from '../../ui/filters/property-lists';

/** The names of the group types, which are empty until they are loaded, and the query that loads them. */
export function useGroupNames() {
  const query = useQuery(groupTypesQuery(useProjectId()));
  const { data } = query;
  const names = useMemo(
    (): GroupNames =>
      new Map(
        (data ?? []).map(({ group_type_index: index, group_type: type, name_singular: name }) => [
          index,
          name || type,
        ]),
      ),
    [data],
  );
  return { names, query };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { PropertyList } from '../../ui/json/property-list';
import { SetPropertyForm } from '../../ui/json/set-property-form';
import { Card, Stack } from '../../ui/layout/page';
import { MenuItem } from '../../ui/menu/menu';
import { toast } from '../../ui/toast/toasts';
import type { Person } from './person-data';
import { removeProperty, setProperty } from './person-changes';

/** The current properties of a person, which can be set, changed and removed. */
export function PersonProperties({ person }: { readonly person: Person }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { find = '' } = useAddressSearch();
  const change = useChangeSearch();
  const blockedBy = useBlockedBy('person:write');
  const remove = useMutation({
    mutationFn: (key: string) => removeProperty(projectId, person.id, key),
    onSuccess: async (_, key) => {
      await client.invalidateQueries({ queryKey: ['person', projectId] });
      toast('success', `Removed ${key}.`);
    },
  });
  return (
    <Card>
      <Stack>
        <SetPropertyForm
          blockedBy={blockedBy}
          onSet={async (property) => {
            await setProperty(projectId, person.id, property);
            await client.invalidateQueries({ queryKey: ['person', projectId] });
            toast('success', `Set ${property.key}.`);
          }}
        />
        <PropertyList
          properties={person.properties}
          search={find}
          onSearch={(text) => change({ find: text })}
          actions={(key) => (
            <MenuItem
              icon="trash-2"
              disabled={blockedBy !== null}
              onClick={() => remove.mutate(key)}
            >
              Remove the property
            </MenuItem>
          )}
        />
      </Stack>
    </Card>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { SetPropertyForm } from '../../ui/json/set-property-form';
import { PropertyList } from '../../ui/json/property-list';
import { Card, Stack } from '../../ui/layout/page';
import { MenuItem } from '../../ui/menu/menu';
import { toast } from '../../ui/toast/toasts';
import type { Group } from './group-data';
import { groupQuery, removeGroupProperty, setGroupProperty } from './group-data';

/** The properties of a group, which can be set and removed. */
export function GroupProperties({ group }: { readonly group: Group }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { find = '' } = useAddressSearch();
  const change = useChangeSearch();
  const blockedBy = useBlockedBy('group:write');
  const { group_type_index: index, group_key: groupKey } = group;
  const { queryKey } = groupQuery(projectId, index, groupKey);
  const remove = useMutation({
    mutationFn: (key: string) => removeGroupProperty(projectId, group, key),
    onSuccess: async (_, key) => {
      await client.invalidateQueries({ queryKey });
      toast('success', `Removed ${key}.`);
    },
  });
  return (
    <Card>
      <Stack>
        <SetPropertyForm
          blockedBy={blockedBy}
          onSet={async (property) => {
            await setGroupProperty(projectId, group, property);
            await client.invalidateQueries({ queryKey });
            toast('success', `Set ${property.key}.`);
          }}
        />
        <PropertyList
          properties={group.group_properties}
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextArea, TextField } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { Icon } from '../../ui/icon/icon';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { toast } from '../../ui/toast/toasts';
import type { Dashboard, DashboardChange } from './dashboards';
import { changeDashboard, duplicateDashboard } from './dashboards';

/** A menu with the commands for a dashboard. */
export function DashboardMenu(props: {
  readonly dashboard: Dashboard;
  readonly onSubscriptions: () => void;
  /** Downloads the dashboard as a picture, or prints it. */
  readonly onPaper: (form: 'picture' | 'print') => void;
}) {
  const { dashboard, onPaper, onSubscriptions } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const isBlocked = useBlockedBy('dashboard:write') !== null;
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const refresh = (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['dashboards', projectId] }),
      client.invalidateQueries({ queryKey: ['dashboard', projectId] }),
    ]);
  const change = useMutation({
    mutationFn: (what: DashboardChange) => changeDashboard(projectId, dashboard.id, what),
    onSuccess: async (_, { deleted }) => {
      if (deleted === true) go({ path: 'dashboard', replace: true });
      setAsked(null);
      await refresh();
    },
  });
  const copy = useMutation({
    mutationFn: () => duplicateDashboard(projectId, dashboard),
    onSuccess: async ({ id, name }) => {
      await refresh();
      go({ path: `dashboard/${id}` });
      toast('success', `Created ${name ?? 'a copy'}.`);
    },
  });
  return (
    <>
      <Menu isCompact label="Commands for the dashboard" trigger={<Icon name="ellipsis" />}>
        <MenuItem icon="pencil" disabled={isBlocked} onClick={() => setAsked('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          icon="star"
          disabled={isBlocked}
          onClick={() => change.mutate({ pinned: !dashboard.pinned })}
        >
          {dashboard.pinned ? 'Unpin' : 'Pin to the top of the list'}
        </MenuItem>
        <MenuItem icon="copy" disabled={isBlocked || copy.isPending} onClick={() => copy.mutate()}>
          Duplicate
        </MenuItem>
        <MenuItem icon="send" onClick={onSubscriptions}>
          Subscriptions
        </MenuItem>
        <MenuItem icon="download" onClick={() => onPaper('picture')}>
          Download as PNG
        </MenuItem>
        <MenuItem icon="download" onClick={() => onPaper('print')}>
          Print or save as PDF
        </MenuItem>
        <MenuItem icon="trash-2" disabled={isBlocked} onClick={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {asked === 'rename' && (
        <RenameDialog
          dashboard={dashboard}
          isBusy={change.isPending}
          onClose={() => setAsked(null)}
          onSave={(what) => change.mutate(what)}
        />
      )}
      <DeleteDialog
        dashboard={dashboard}
        isOpen={asked === 'delete'}
        isBusy={change.isPending}
        onClose={() => setAsked(null)}
        onDelete={() => change.mutate({ deleted: true })}
      />
    </>
  );
}

function DeleteDialog(props: {
  readonly dashboard: Dashboard;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}) {
  const { dashboard, isOpen, isBusy, onClose, onDelete } = props;
  return (
    <Dialog
      title={`Delete ${dashboard.name || `Dashboard ${dashboard.id}`}?`}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={isBusy} onClick={onDelete}>
            Delete the dashboard
          </Button>
        </>
      }
    >
      <p>Its insights are kept; its texts are deleted.</p>
    </Dialog>
  );
}

function RenameDialog(props: {
  readonly dashboard: Dashboard;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSave: (change: DashboardChange) => void;
}) {
  const { dashboard, isBusy, onClose, onSave } = props;
  const [name, setName] = useState(dashboard.name ?? '');
  const [description, setDescription] = useState(dashboard.description);
  return (
    <Dialog
      title="Name and description"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={isBusy}
            disabled={name.trim() === ''}
            onClick={() => onSave({ name: name.trim(), description })}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack>
        <TextField
          label="Name"
          maxLength={400}
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label="Description"
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Stack>
    </Dialog>
  );
}

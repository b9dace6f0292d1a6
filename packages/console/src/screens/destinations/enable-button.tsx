import { useMutation } from '@tanstack/react-query';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { toast } from '../../ui/toast/toasts';
import { saveDestination, useDestinationsChanged } from './destination-data';

/** Switches a destination on or off. */
export function EnableButton(props: {
  readonly destination: { readonly id: string; readonly enabled: boolean };
  /** The name of the destination, for screen readers. */
  readonly label: string;
}) {
  const { destination, label } = props;
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('hog_function:write');
  const changed = useDestinationsChanged(projectId);
  const { id, enabled } = destination;
  const toggle = useMutation({
    mutationFn: () => saveDestination(projectId, id, { enabled: !enabled }),
    onSuccess: async () => {
      toast('success', enabled ? `${label} is off.` : `${label} is on. It takes up to 10 seconds.`);
      await changed();
    },
  });
  const text = enabled ? 'Switch off' : 'Switch on';
  return (
    <Button
      kind="quiet"
      icon={enabled ? 'pause' : 'play'}
      aria-label={`${text} ${label}`}
      busy={toggle.isPending}
      blockedBy={blockedBy}
      onClick={() => toggle.mutate()}
    >
      {text}
    </Button>
  );
}

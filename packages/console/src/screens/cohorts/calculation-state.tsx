import { timestampText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { Badge } from '../../ui/text/badge';
import type { Cohort } from './cohort-data';

/** Whether the members are up to date, are being calculated, or could not be calculated. */
export function CalculationState({ cohort }: { readonly cohort: Cohort }) {
  const { timezone } = useProject();
  if (cohort.is_calculating) return <Badge tone="accent">calculating…</Badge>;
  if (cohort.errors_calculating > 0) {
    return (
      <>
        <Badge tone="danger">failed</Badge> {cohort.last_error_message}
      </>
    );
  }
  if (cohort.last_calculation === null) return <Badge>waiting for calculation</Badge>;
  return (
    <span>
      calculated {timestampText(cohort.last_calculation, timezone)} ({timezone})
    </span>
  );
}

import type { ExperimentSource } from '@tidemark/contracts';
import { isSessionProperty } from '../../series/property-value';

/** The maths of a property. */
const OF_PROPERTY: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

/** Whether the number of a unit is that of its sessions, which count once each. */
export function isOfSessions(source: ExperimentSource): boolean {
  return OF_PROPERTY.has(source.math ?? 'total') && isSessionProperty(source);
}

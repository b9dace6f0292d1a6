import type { Imported, ImportedEvent } from '../..';

export const context = { origin: 'test', startedAt: Date.UTC(2026, 0, 1) };

export function eventOf(imported: Imported): ImportedEvent {
  if (imported.kind !== 'event') throw new Error(JSON.stringify(imported));
  return imported.event;
}

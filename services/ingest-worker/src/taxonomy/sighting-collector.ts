import { inferPropertyType, repairText } from '@tidemark/domain';
import type {
  EventPropertySighting,
  EventSighting,
  PropertyOwner,
  PropertySighting,
  Sightings,
} from '@tidemark/postgres';
import type { Seen } from './seen-definitions';

/** Flag properties are not recorded per event: nearly every event has them, and the table would become very large. */
const NOT_PER_EVENT = /^\$feature(?:_enrollment)?\//;

const HOUR_MS = 3_600_000;

/** Gathers the definitions of one range that are not written yet. */
export class SightingCollector {
  private readonly events: EventSighting[] = [];
  private readonly properties = new Map<string, PropertySighting>();
  private readonly eventProperties: EventPropertySighting[] = [];
  private readonly undos: (() => void)[] = [];

  constructor(private readonly nowMs: number) {}

  /** The number of new definitions. */
  get size(): number {
    return this.undos.length;
  }

  get sightings(): Sightings {
    const { events, eventProperties } = this;
    return { events, properties: [...this.properties.values()], eventProperties };
  }

  /** Marks these definitions as unseen, so that they are found again. */
  undo(): void {
    for (const undo of this.undos) undo();
  }

  /** An event is reported once an hour. */
  event(projectId: number, name: string, seen: Seen): void {
    const hour = Math.floor(this.nowMs / HOUR_MS);
    const before = seen.reportedHour;
    if (before === hour) return;
    seen.reportedHour = hour;
    this.undos.push(() => (seen.reportedHour = before));
    this.events.push({ projectId, name });
  }

  /** Adds a property that is not settled; `event` is the event that contains it, null for persons and groups. */
  property(
    place: {
      readonly projectId: number;
      readonly owner: PropertyOwner;
      readonly event: string | null;
    },
    name: string,
    value: unknown,
    seen: Seen,
  ): void {
    const { projectId, owner, event } = place;
    const propertyType = inferPropertyType(name, value, this.nowMs);
    const known = propertyType === null ? seen.untyped : seen.settled;
    if (known.has(name)) return;
    known.add(name);
    this.undos.push(() => known.delete(name));
    const stored = repairText(name);
    const key = JSON.stringify([projectId, owner, stored]);
    const earlier = this.properties.get(key);
    if (earlier === undefined || earlier.propertyType === null) {
      this.properties.set(key, { projectId, owner, name: stored, propertyType });
    }
    if (event !== null && !NOT_PER_EVENT.test(name)) {
      this.eventProperties.push({ projectId, event, property: stored });
    }
  }
}

import type { ClickHouse, FirstValues } from '@tidemark/clickhouse';
import { findFirstValues, findSentValues } from '@tidemark/clickhouse';
import type { EventOrder, PersonEvidence } from '@tidemark/domain';
import {
  compareOrder,
  doubtfulValues,
  FIRST_CREDIBLE_TIME,
  PROPERTY_NEUTRAL_EVENTS,
  repairPerson,
} from '@tidemark/domain';
import type { MendedPerson, PersonRepairs, RepairCandidate } from '@tidemark/postgres';

export interface RepairDeps {
  readonly repairs: PersonRepairs;
  readonly clickhouse: ClickHouse;
  /** Called with every person that has a visible change. */
  readonly onMended: (mended: MendedPerson) => void;
  /** Publishes the changes of a batch. */
  readonly publish: (outboxId: number) => Promise<void>;
}

export interface RepairCounts {
  /** The number of checked persons. */
  persons: number;
  /** Persons whose `created_at` or properties change. */
  repaired: number;
  /** Persons for which only the times of their properties are stored. */
  noted: number;
  /** Persons that ingestion changed in every round; the next run repairs them. */
  overtaken: number;
}

/** The maximum number of times that a person is read again because ingestion has changed it. */
const MAX_ROUNDS = 5;

/**
 * Repairs the persons of a project in batches. Persons are locked only while a batch is written. A person that ingestion
 * has changed in between is read and computed again.
 *
 * @param dryRun whether nothing is written.
 */
export async function repairPersons(
  deps: RepairDeps,
  projectId: number,
  { batchSize, dryRun }: { readonly batchSize: number; readonly dryRun: boolean },
): Promise<RepairCounts> {
  const counts: RepairCounts = { persons: 0, repaired: 0, noted: 0, overtaken: 0 };
  let after: string | null = null;
  for (;;) {
    let batch: readonly RepairCandidate[] = await deps.repairs.list(projectId, after, batchSize);
    after = batch.at(-1)?.id ?? null;
    if (after === null) return counts;
    counts.persons += batch.length;
    for (let round = 1; batch.length > 0; round += 1) {
      const mended = await mend(deps, projectId, batch);
      const saved = dryRun
        ? { overtaken: [], outboxId: null }
        : await deps.repairs.save(projectId, mended);
      const overtaken = new Set(saved.overtaken);
      const done = mended.filter(({ before }) => !overtaken.has(before.id));
      const visible = done.filter(({ isVisible }) => isVisible);
      visible.forEach(deps.onMended);
      counts.repaired += visible.length;
      counts.noted += done.length - visible.length;
      if (saved.outboxId !== null) await deps.publish(saved.outboxId);
      if (round === MAX_ROUNDS) counts.overtaken += overtaken.size;
      batch =
        round === MAX_ROUNDS || overtaken.size === 0
          ? []
          : await deps.repairs.find(projectId, saved.overtaken);
    }
  }
}

async function mend(
  { clickhouse }: RepairDeps,
  projectId: number,
  batch: readonly RepairCandidate[],
): Promise<readonly MendedPerson[]> {
  const found = await findFirstValues(clickhouse, {
    projectId,
    distinctIds: batch.flatMap(({ distinctIds }) => distinctIds),
    credibleFrom: FIRST_CREDIBLE_TIME,
    neutralEvents: [...PROPERTY_NEUTRAL_EVENTS],
  });
  const known = batch.map((person) => ({
    person,
    evidence: evidenceOf(person.distinctIds.flatMap((id) => found.get(id) ?? [])),
  }));
  const asked = known.flatMap(({ person, evidence }) =>
    doubtfulValues(person, evidence).flatMap(([key, text]) =>
      person.distinctIds.map((distinctId) => ({ distinctId, key, text })),
    ),
  );
  const sent = new Set(
    (await findSentValues(clickhouse, projectId, asked)).map(
      ({ distinctId, key, text }) => `${distinctId}\n${key}\n${text}`,
    ),
  );
  return known.flatMap(({ person, evidence }) => {
    const isSent = (key: string, text: string): boolean =>
      text === 'null' || person.distinctIds.some((id) => sent.has(`${id}\n${key}\n${text}`));
    const repair = repairPerson(person, evidence, isSent);
    if (repair === null) return [];
    const { properties, isVisible } = repair;
    return [{ before: person, after: repair.person, properties, isVisible }];
  });
}

interface Dated {
  readonly at: number;
  readonly captured: number;
  readonly uuid: string;
}

/** The combined evidence from the events of all distinct ids of a person. */
function evidenceOf(found: readonly FirstValues[]): PersonEvidence {
  const [first] = found.map((values) => values.first).sort(byTime);
  const values = new Map<string, { readonly order: EventOrder; readonly text: string }>();
  const earliest = found.flatMap((id) => id.values).sort(byTime);
  for (const value of earliest) {
    if (!values.has(value.key)) values.set(value.key, { order: orderOf(value), text: value.text });
  }
  return {
    first: first === undefined ? null : { order: orderOf(first), uuid: first.uuid },
    values,
    otherwise: new Set(found.flatMap(({ otherwise }) => otherwise)),
  };
}

function orderOf({ at, captured }: Dated): EventOrder {
  return { at, captured, place: 0 };
}

/** Compares by time, then by uuid. UUIDs of the edge increase with time; those of clients only make the order stable. */
function byTime(a: Dated, b: Dated): number {
  return compareOrder(orderOf(a), orderOf(b)) || (a.uuid < b.uuid ? -1 : 1);
}

import type { ApiClient } from '../../test-support/api-client';

const MOST_ROWS = 50_000;

/**
 * Computes the rows of a conversion metric independently of the experiment query, from single events and with separate
 * formulas: variant, people, conversions, share, change and 95 % interval. People with several variants are excluded.
 */
export async function conversionsByVariant(
  api: ApiClient,
  project: number,
  flag: string,
  goal: string,
): Promise<readonly (readonly string[])[]> {
  const rows = (await api.hogql(
    project,
    `select person_id, event, properties.$feature_flag, properties.$feature_flag_response
    from events where event in ('$feature_flag_called', '${goal}') order by timestamp limit ${MOST_ROWS}`,
  )) as [string, string, string | null, string | null][];
  const people = new Map<string, { variants: Set<string>; hasConverted: boolean }>();
  for (const [person, event, name, variant] of rows) {
    const known = people.get(person) ?? { variants: new Set<string>(), hasConverted: false };
    people.set(person, known);
    if (event === goal) known.hasConverted ||= known.variants.size > 0;
    else if (name === flag && variant !== null) known.variants.add(variant);
  }
  const [control, test] = ['control', 'test'].map((key) => {
    const own = [...people.values()].filter(
      ({ variants }) => variants.size === 1 && variants.has(key),
    );
    const converted = own.filter(({ hasConverted }) => hasConverted).length;
    return { key, count: own.length, converted, share: converted / own.length };
  });
  if (control === undefined || test === undefined) throw new Error('There are two variants.');
  const spread = ({ share, count }: typeof test): number => (share * (1 - share)) / count;
  const change = test.share / control.share - 1;
  // The variance of a ratio of two independent means, by the delta method.
  const variance =
    spread(test) / control.share ** 2 + (test.share ** 2 * spread(control)) / control.share ** 4;
  const margin = 1.959_963_984_540_054 * Math.sqrt(variance);
  const cells = ({ key, count, converted, share }: typeof test) => [
    ...[key, String(count), String(converted), percent(share)],
  ];
  return [
    [...cells(control), '', ''],
    [...cells(test), signed(change), `${signed(change - margin)} to ${signed(change + margin)}`],
  ];
}

function percent(share: number): string {
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  );
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
}

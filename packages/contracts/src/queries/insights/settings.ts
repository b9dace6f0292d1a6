import { z } from 'zod';

/**
 * The settings of an insight (`trendsFilter`, `funnelsFilter`, …). Clients add settings that only affect display all
 * the time, so an unknown key is accepted, unless it is one of ours in another spelling (`smoothing_intervals`,
 * `smoothingInterval`) or has moved elsewhere: without effect it would make numbers wrong.
 *
 * @param shape the settings that affect data
 * @param moved keys that older clients sent here
 */
export function settings<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  moved: readonly string[] = [],
): z.ZodObject<Shape, z.core.$loose> {
  const own = new Set(Object.keys(shape));
  const plain = new Set(Object.keys(shape).map(plainOf));
  const isWrong = (key: string): boolean =>
    !own.has(key) && (plain.has(plainOf(key)) || moved.includes(key));
  return z.looseObject(shape).check(({ value, issues }) => {
    const keys = Object.keys(value).filter(isWrong);
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
  });
}

/** A key without case, separators and plural. */
function plainOf(key: string): string {
  return key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '');
}

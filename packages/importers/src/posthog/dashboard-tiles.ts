import type { JsonObject } from '../json';
import { isObject } from '../json';
import { listOf, pick } from './definition-kinds';
import type { IdLookup } from './references';

/**
 * Returns the tiles to change in a dashboard: positions and colours of insights, and missing texts.
 *
 * @returns `tiles` for a PATCH of the dashboard; empty if all tiles equal those of the source
 */
export function tileChanges(
  sourceTiles: unknown,
  targetTiles: unknown,
  lookup: IdLookup,
): readonly JsonObject[] {
  const targets = listOf(targetTiles);
  const insightOf = (tile: JsonObject): string | null => {
    const { insight } = tile;
    return isObject(insight) ? String(insight['id']) : null;
  };
  const textOfTile = ({ text }: JsonObject): unknown => (isObject(text) ? text['body'] : null);
  return listOf(sourceTiles).flatMap((tile): readonly JsonObject[] => {
    const place = pick(tile, ['layouts', 'color']);
    const insight = insightOf(tile);
    if (insight !== null) {
      const wanted = lookup('insight', insight);
      const target = targets.find((other) => wanted !== null && insightOf(other) === wanted);
      if (target === undefined || Object.keys(place).length === 0) return [];
      return [{ id: target['id'], ...place }];
    }
    const body = textOfTile(tile);
    if (typeof body !== 'string') return [];
    const target = targets.find((other) => textOfTile(other) === body);
    return [{ ...(target !== undefined && { id: target['id'] }), text: { body }, ...place }];
  });
}

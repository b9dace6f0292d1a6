import type { JsonObject } from '../json';
import { isObject } from '../json';
import { listOf, pick } from './definition-kinds';
import type { IdLookup } from './references';
import { References } from './references';

export interface TileChanges {
  /** `tiles` for a PATCH of the dashboard; empty if all tiles equal those of the source. */
  readonly tiles: readonly JsonObject[];
  readonly problems: readonly string[];
}

/** What a tile has besides its insight or text. `filters_overrides` are filters of this tile alone. */
const OWN = ['layouts', 'color', 'show_description', 'transparent_background'];
const LOST_FILTERS =
  'the filters of a tile refer to objects that were not imported: it shows other numbers';

/** Returns the tiles to change in a dashboard: positions, colours and filters of insights, and missing texts. */
export function tileChanges(
  sourceTiles: unknown,
  targetTiles: unknown,
  lookup: IdLookup,
): TileChanges {
  const problems: string[] = [];
  const filtersOf = ({ filters_overrides: filters }: JsonObject): JsonObject => {
    if (!isObject(filters)) return {};
    const refs = new References(lookup);
    const rewritten = refs.rewrite(filters);
    if (refs.missing.length === 0) return { filters_overrides: rewritten };
    problems.push(LOST_FILTERS);
    return {};
  };
  const targets = listOf(targetTiles);
  const insightOf = (tile: JsonObject): string | null => {
    const { insight } = tile;
    return isObject(insight) ? String(insight['id']) : null;
  };
  const textOfTile = ({ text }: JsonObject): unknown => (isObject(text) ? text['body'] : null);
  const tiles = listOf(sourceTiles).flatMap((tile): readonly JsonObject[] => {
    const own = { ...pick(tile, OWN), ...filtersOf(tile) };
    const insight = insightOf(tile);
    if (insight !== null) {
      const wanted = lookup('insight', insight);
      const target = targets.find((other) => wanted !== null && insightOf(other) === wanted);
      if (target === undefined || Object.keys(own).length === 0) return [];
      return [{ id: target['id'], ...own }];
    }
    const body = textOfTile(tile);
    if (typeof body !== 'string') return [];
    const target = targets.find((other) => textOfTile(other) === body);
    return [{ ...(target !== undefined && { id: target['id'] }), text: { body }, ...own }];
  });
  return { tiles, problems };
}

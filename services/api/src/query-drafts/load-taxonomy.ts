import type {
  EventDefinitionRepository,
  PropertyDefinitionRepository,
  PropertyOwner,
} from '@tidemark/postgres';
import type { Taxonomy } from '@tidemark/query-drafter';

/** The maximum number of event names that are read; a question is hardly about the others. */
const MAX_EVENTS = 2_000;
const MAX_PROPERTIES = 2_000;

/** The names in a project; event names are sorted by when they were last seen, latest first. */
export async function loadTaxonomy(
  deps: {
    readonly events: Pick<EventDefinitionRepository, 'list'>;
    readonly properties: Pick<PropertyDefinitionRepository, 'list'>;
  },
  projectId: number,
): Promise<Taxonomy> {
  const propertiesOf = async (owner: PropertyOwner): Promise<readonly string[]> => {
    const { rows } = await deps.properties.list(projectId, {
      owner,
      words: [],
      excludedNames: [],
      onlyOfEvents: false,
      page: { limit: MAX_PROPERTIES, offset: 0 },
    });
    return rows.map(({ definition }) => definition.name);
  };
  const [events, eventProperties, personProperties] = await Promise.all([
    deps.events.list(projectId, {
      words: [],
      origin: 'any',
      order: [],
      page: { limit: MAX_EVENTS, offset: 0 },
    }),
    propertiesOf('event'),
    propertiesOf('person'),
  ]);
  return { events: events.rows.map(({ name }) => name), eventProperties, personProperties };
}

import type {
  ActionRepository,
  EventDefinitionRepository,
  ExperimentRepository,
  HoldoutRepository,
  ProjectRepository,
  SavedMetricRepository,
  UserRepository,
} from '@tidemark/postgres';
import type { AnnounceChange } from '../definitions';

/** The dependencies of the routes of experiments. */
export interface ExperimentDeps {
  readonly experiments: ExperimentRepository;
  readonly holdouts: HoldoutRepository;
  readonly savedMetrics: SavedMetricRepository;
  readonly eventDefinitions: Pick<EventDefinitionRepository, 'knownNames'>;
  readonly actions: Pick<ActionRepository, 'findById'>;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly users: UserRepository;
  readonly announceChange: AnnounceChange;
  /** Deletes the stored query results of a project that were computed with the earlier experiment. */
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly now: () => Date;
}

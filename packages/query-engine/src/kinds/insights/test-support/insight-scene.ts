import type { InsightFixture } from './insight-fixture';
import { createInsightFixture } from './insight-fixture';

/** A fixture for the tests of a file, with a separate project for each test. */
export interface InsightScene {
  readonly fixture: () => InsightFixture;
  readonly project: () => number;
  /** Switches to a new project. */
  readonly newProject: () => number;
}

/** Registers the set-up and tear-down of a test file. */
export function insightScene(): InsightScene {
  let fixture: InsightFixture;
  let project = 0;
  const newProject = (): number => {
    project += 1;
    return project;
  };
  beforeAll(async () => {
    fixture = await createInsightFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    newProject();
  });
  return { fixture: () => fixture, project: () => project, newProject };
}

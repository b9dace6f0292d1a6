import { describeCases } from '../test-support/describe-cases';
import { tokens } from './tokens';
import { acceptance } from './acceptance';
import { actionUses } from './action-uses';
import { annotations } from './annotations';
import { dashboards } from './dashboards';
import { definitions } from './definitions';
import { events } from './events';
import { groups } from './groups';
import { insights } from './insights';
import { mcpTools } from './mcp-tools';
import { persons } from './persons/persons';

describe('management conformance', () => {
  describeCases({
    acceptance,
    actionUses,
    annotations,
    dashboards,
    definitions,
    events,
    groups,
    insights,
    mcpTools,
    persons,
    tokens,
  });
});
